import { expect, test } from 'vitest';
import { openRegistry } from './open-registry.ts';
import { RegistryUnavailable } from './port.ts';

const fmcsa = { url: 'https://registry.example', webKey: 'key' };

test('without a key, only a demo has a registry', () => {
  expect(openRegistry({ fmcsa: null, demo: false })).toBeNull();
  expect(openRegistry({ fmcsa: null, demo: true })?.source).toBe('simulator');
  expect(openRegistry({ fmcsa, demo: true })?.source).toBe('fmcsa');
});

test('the last two digits of a number decide what the simulator answers', async () => {
  const registry = openRegistry({ fmcsa: null, demo: true });
  const find = (number: string) => registry?.findByUsdot(number);
  expect(await find('1234567')).toMatchObject({ isAllowedToOperate: true, isOutOfService: false });
  expect(await find('1234596')).toMatchObject({ isAllowedToOperate: false });
  expect(await find('1234597')).toMatchObject({ isOutOfService: true });
  expect(await find('1234598')).toBeNull();
  await expect(find('1234599')).rejects.toThrow(RegistryUnavailable);
  expect(await find('1234567')).toEqual(await find('1234567'));
  expect(await registry?.findByMc('234567')).toEqual([await find('1234567')]);
  expect(await registry?.findByMc('234598')).toEqual([]);
});
