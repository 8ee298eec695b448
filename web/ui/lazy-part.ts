import { type ComponentType, lazy } from 'react';

const Empty = () => null;

/**
 * Loads an optional part of a screen after the screen itself. If it cannot be loaded, for example because the connection is
 * lost, nothing is shown in its place. Without this, the error page would replace the screen.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Empty) }));
}
