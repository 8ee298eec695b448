import { TRPCError } from '@trpc/server';
import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { serializers } from './log.ts';

test('a request is logged without what its address carries', () => {
  const request = { method: 'GET', url: '/email/validation?token=secret', host: 'haulboard.example', ip: '198.51.100.1' };
  expect(serializers.req(request)).toEqual({
    method: 'GET',
    url: '/email/validation',
    host: 'haulboard.example',
    remoteAddress: '198.51.100.1',
  });
});

test('a failed query is logged without its parameters, however it was wrapped', () => {
  const connectionError = Object.assign(new Error('connection lost'), { code: '08006' });
  const query = new DrizzleQueryError('insert into users values ($1, $2)', ['dana@mail.example', 'two\nlines'], connectionError);
  const described = serializers.err(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: query }));
  expect(JSON.stringify(described)).not.toMatch(/dana|two/);
  expect(described).toMatchObject({
    message: 'Failed query: insert into users values ($1, $2)',
    cause: { type: 'Error', cause: { message: 'connection lost', code: '08006' } },
  });
});

test('any other failure keeps its words and where it happened, also one that is no error', () => {
  expect(serializers.err(new RangeError('too far'))).toMatchObject({
    type: 'RangeError',
    message: 'too far',
    stack: expect.stringContaining('log.test.ts'),
  });
  expect(serializers.err('a text')).toEqual({ type: 'string', message: 'a text', stack: '' });
});
