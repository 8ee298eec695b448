import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * A part of a screen that is loaded after it and that the screen works without. If it cannot be loaded, for example because
 * the connection is gone, nothing is shown in its place instead of the error page.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}
