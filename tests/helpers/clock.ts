/**
 * The environment variables that give a program the clock of this process, if libfaketime replaces it
 * (`faketime -f '@2028-02-28 23:50:00' npm run test:api`). `@` sets the time at which a program starts, so each program gets
 * the current time of this process.
 */
export function clockEnvironment(): Record<string, string> {
  const { LD_PRELOAD: library, FAKETIME: time } = process.env;
  if (!library || !time) return {};
  return { LD_PRELOAD: library, FAKETIME: time.startsWith('@') ? `@${formatLocalTime(new Date())}` : time };
}

function formatLocalTime(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')}`;
}
