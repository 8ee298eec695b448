import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** One shortcut of a screen. `key` is `KeyboardEvent.key`, such as `j`, `/`, `Enter`. */
export type Shortcut = { key: string; label: string; run: () => void };

type ListedShortcut = Pick<Shortcut, 'key' | 'label'>;

let activeShortcuts: readonly (readonly Shortcut[])[] = [];
let listedShortcuts: readonly ListedShortcut[] = [];
const listeners = new Set<() => void>();

function setActiveShortcuts(next: typeof activeShortcuts): void {
  activeShortcuts = next;
  listedShortcuts = next.flat().map(({ key, label }) => ({ key, label }));
  for (const listener of listeners) listener();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** Letters work only outside of inputs and dialogs and without modifier keys. Enter never overrides a focused control. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
  if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.matches('a, button, summary, [role]')) return;
  const shortcut = activeShortcuts.flat().findLast(({ key }) => key === event.key);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
}

if (typeof window !== 'undefined') window.addEventListener('keydown', onKeyDown);

/**
 * Registers shortcuts while the component is on screen. `?` lists them (`docs/product/screens.md#keyboard`). For the same
 * key, the component mounted last wins.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((key: string) => shortcuts.find((shortcut) => shortcut.key === key)?.run());
  const signature = shortcuts.map(({ key, label }) => `${key}\u0000${label}`).join('\u0001');
  useEffect(() => {
    if (!signature) return undefined;
    const ownShortcuts = signature.split('\u0001').map((entry) => {
      const [key = '', label = ''] = entry.split('\u0000');
      return { key, label, run: () => run(key) };
    });
    setActiveShortcuts([...activeShortcuts, ownShortcuts]);
    return () => setActiveShortcuts(activeShortcuts.filter((group) => group !== ownShortcuts));
  }, [signature]);
}

/** The shortcuts that `?` shows. */
export function useListedShortcuts(): readonly ListedShortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listedShortcuts,
  );
}
