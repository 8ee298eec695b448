/**
 * Feature flags and their defaults (`docs/product/access.md#feature-flags`). The setting FLAGS changes them for everyone
 * (`newLayout,-socialLogin`). A query parameter such as `showNewLayout=true` turns one on for a page.
 */
const defaults = { channels: true, newLayout: false, socialLogin: true, pickers: true };

export type Flag = keyof typeof defaults;
export type Flags = Readonly<Record<Flag, boolean>>;

export const flagNames = Object.keys(defaults) as Flag[];

const splitSetting = (setting: string): string[] => setting.split(',').flatMap((part) => part.trim() || []);
const isFlag = (name: string): name is Flag => Object.hasOwn(defaults, name);

/** The names in the setting that are not known flags, without the leading `-`. */
export function unknownFlags(setting: string): string[] {
  return splitSetting(setting)
    .map((part) => part.replace(/^-/, ''))
    .filter((name) => !isFlag(name));
}

/** The query parameter that turns a flag on, such as `showNewLayout`. */
export const flagParameter = (flag: Flag): string => `show${flag.charAt(0).toUpperCase()}${flag.slice(1)}`;

export function flagsOf(setting: string, query = new URLSearchParams()): Flags {
  const setFlags = splitSetting(setting);
  const isOn = (flag: Flag) =>
    query.get(flagParameter(flag)) === 'true' || setFlags.includes(flag) || (defaults[flag] && !setFlags.includes(`-${flag}`));
  return { channels: isOn('channels'), newLayout: isOn('newLayout'), socialLogin: isOn('socialLogin'), pickers: isOn('pickers') };
}
