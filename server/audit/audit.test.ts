import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { capabilities } from '#shared/access/access.ts';
import { actionOptions } from '#shared/admin/audit.ts';
import { writerIn } from '#shared/texts/write-text.ts';

const labeled = new Set(actionOptions(writerIn('en')).map(({ value }) => value));
const nouns = new Set([...labeled].map((action) => action.split('.')[0]));

/**
 * Everything in a file that looks like an action: all values of `action`, and other texts that begin with the noun of an
 * action.
 */
function actionsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const matches = [...line.matchAll(/'([a-z]+(?:_[a-z]+)*)\.([a-z]+(?:_[a-z]+)*)'/g)];
    return matches.flatMap(([, noun = '', verb = '']) => {
      const action = `${noun}.${verb}`;
      const isAction = /\baction(Of)?\b/.test(line) || nouns.has(noun);
      return isAction && !(action in capabilities) ? [action] : [];
    });
  });
}

/** Form fields, texts and file names that look like actions. */
const nonActions = new Set([
  'employer.email',
  'employer.password',
  'common.action',
  'files.actionCode',
  'common.reply',
  'interview.ics',
]);

test('all that is written into the log has words', () => {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts') && !file.includes('/rest/'));
  const usedActions = new Set(files.flatMap((file) => actionsIn(readFileSync(file, 'utf8'))));
  expect(usedActions.size).toBeGreaterThan(80);
  expect([...usedActions].filter((action) => !labeled.has(action) && !nonActions.has(action))).toEqual([]);
});
