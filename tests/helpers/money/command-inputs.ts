import fc from 'fast-check';
import { testCards } from '#tests/helpers/test-cards.ts';
import { faults } from './node.ts';

/** Random inputs for a command. It ignores those that it does not need. */
export const commandInputs = fc.record({
  /** Selects a company, order, job or invoice among the existing ones. */
  pick: fc.nat(1000),
  more: fc.nat(1000),
  node: fc.nat(1),
  /** The number of parallel calls on both servers. */
  clicks: fc.constantFrom(1, 1, 2, 3),
  card: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constant('approved' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(testCards) as (keyof typeof testCards)[])) },
  ),
  fault: fc.oneof({ weight: 5, arbitrary: fc.constant('none' as const) }, { weight: 4, arbitrary: fc.constantFrom(...faults) }),
  crashAfter: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 45 }) }),
});
export type CommandInputs = typeof commandInputs extends fc.Arbitrary<infer D> ? D : never;
