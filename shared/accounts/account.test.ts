import { describe, expect, test } from 'vitest';
import { recommendSchema } from '#shared/accounts/account.ts';
import { textOfIssue } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

const friend = { fullName: 'Rosa Delgado', email: 'rosa@delgado.example' };
const complaints = (overrides: object) =>
  recommendSchema.safeParse({ ...friend, ...overrides }).error?.issues.map((issue) => writeText(textOfIssue(issue), 'en')) ?? [];

describe('recommend form', () => {
  test.each([
    [{}, undefined],
    [{ fullName: 'Bo' }, undefined],
    [{ fullName: '' }, 'No name provided'],
    [{ fullName: '   ' }, 'No name provided'],
    [{ fullName: 'B' }, 'Name should be at least two characters long'],
    [{ fullName: 'Rosa\nBcc: all@everybody.example' }, 'Remove the invisible characters'],
    [{ email: '' }, 'No email provided'],
    [{ email: 'rosa' }, 'Needs to be a valid email.'],
    [{ email: 'rosa@delgado.example?bcc=all' }, 'Needs to be a valid email.'],
  ])('%j: %s', (overrides, message) => expect(complaints(overrides)[0]).toBe(message));
});
