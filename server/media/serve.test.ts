import { describe, expect, it } from 'vitest';
import { readRange } from './serve.ts';

describe('a range of a file of 100 bytes', () => {
  it.each([
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=10-19', { from: 10, to: 19 }],
    ['bytes=90-', { from: 90, to: 99 }],
    ['bytes=90-500', { from: 90, to: 99 }],
    ['bytes=-1', { from: 99, to: 99 }],
    ['bytes=-500', { from: 0, to: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=-', 'whole'],
    ['items=0-1', 'whole'],
    ['abc', 'whole'],
    [undefined, 'whole'],
  ])('%s', (header, answer) => {
    expect(readRange(header, 100)).toEqual(answer);
  });
});
