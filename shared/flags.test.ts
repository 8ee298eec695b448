import { describe, expect, test } from 'vitest';
import { flagNames, flagParameter, flagsOf, unknownFlags } from './flags.ts';

const off = '-channels,-newLayout,-socialLogin,-pickers';

describe('feature flags', () => {
  test('channels, pickers and social login are on, the new layout is off', () => {
    expect(flagsOf('')).toEqual({ channels: true, newLayout: false, socialLogin: true, pickers: true });
  });

  test('the setting turns them on and, with a minus, off', () => {
    expect(flagsOf('newLayout, -socialLogin')).toEqual({ channels: true, newLayout: true, socialLogin: false, pickers: true });
  });

  test.each(flagNames)('a query parameter turns %s on, whatever the setting says', (flag) => {
    const flagsWith = (value: string) => flagsOf(off, new URLSearchParams({ [flagParameter(flag)]: value }));
    expect(flagsWith('true')).toEqual({ ...flagsOf(off), [flag]: true });
    expect(flagsWith('false')).toEqual(flagsOf(off));
    expect(flagsWith('1')).toEqual(flagsOf(off));
  });

  test('the parameters have the names of the specification', () => {
    expect(flagNames.map(flagParameter)).toEqual(['showChannels', 'showNewLayout', 'showSocialLogin', 'showPickers']);
  });
});

test('an unknown flag name is reported', () => {
  expect(unknownFlags(' newLayout,-socialLogin, ')).toEqual([]);
  expect(unknownFlags('newLayuot,-toString,pickers')).toEqual(['newLayuot', 'toString']);
});
