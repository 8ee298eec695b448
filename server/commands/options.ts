import { parseArgs } from 'node:util';

type Option = {
  type: 'string' | 'boolean';
  default?: string | boolean;
  /** What the option does, for the help text. */
  description: string;
  /** The name of the value in the help text, such as `folder`. */
  value?: string;
};

type Command<Options extends Record<string, Option>> = {
  /** The command as it is typed, such as `npm run seed`. */
  name: string;
  description: string;
  options?: Options;
};

type Values<Options extends Record<string, Option>> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** Ends a command that cannot run: prints the reason to standard error and exits with 1. */
export function exitWithError(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The options of a command. With `--help` it prints the usage and exits with 0 before anything is done. */
export function readOptions<const Options extends Record<string, Option> = Record<never, never>>({
  name,
  description,
  options,
}: Command<Options>): Values<Options> {
  const allOptions: Record<string, Option> = { ...options };
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(formatHelp({ name, description, options: allOptions }));
    process.exit(0);
  }
  try {
    return parseArgs({ args, options: allOptions }).values as Values<Options>;
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      exitWithError(error.message);
    throw error;
  }
}

function formatHelp({ name, description, options }: Required<Command<Record<string, Option>>>): string {
  const rows = Object.entries({ ...options, help: helpOption }).map(
    ([option, { value, description, default: defaultValue }]) => ({
      option: `--${option}${value ? ` <${value}>` : ''}`,
      what: typeof defaultValue === 'string' && defaultValue !== '' ? `${description} (default: ${defaultValue})` : description,
    }),
  );
  const width = Math.max(...rows.map(({ option }) => option.length));
  const list = rows.map(({ option, what: description }) => `  ${option.padEnd(width)}  ${description}`).join('\n');
  return `${description}\n\nUsage: ${name} -- [options]\n\nOptions:\n${list}\n`;
}

const helpOption: Option = { type: 'boolean', description: 'Print this help and exit' };
