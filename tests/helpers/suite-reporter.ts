import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestSuite } from 'vitest/node';
import type { Failure, SuiteResult, TestId } from './second-try.ts';

type VitestError = { message: string; stack?: string | undefined };

const describeError = ({ message, stack }: VitestError) => (stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`);
const describeErrors = (errors: readonly VitestError[]) => errors.map(describeError).join('\n');

/** Writes a run's result as a `SuiteResult` into the file RESULT_FILE, for `tests/run.ts`. */
export default class SuiteReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly VitestError[]): void {
    const passed: TestId[] = [];
    const failures: Failure[] = [];
    for (const module of modules) {
      const file = relative('.', module.moduleId);
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === 'passed') passed.push({ file, title: test.fullName });
        if (state === 'failed') failures.push({ file, title: test.fullName, reason: describeErrors(errors) });
      }
      const groups: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
      const hookErrors = groups.flatMap((group) => group.errors());
      if (hookErrors.length > 0) failures.push({ file, title: null, reason: describeErrors(hookErrors) });
    }
    if (unhandledErrors.length > 0)
      failures.push({ file: 'an error outside the tests', title: null, reason: describeErrors(unhandledErrors) });
    const result: SuiteResult = { passed, failures };
    writeFileSync(process.env['RESULT_FILE'] ?? '/dev/null', JSON.stringify(result));
  }
}
