import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/start.ts';

const toastSeconds = 5;

type Kind = { color: string; autoClose: number | false };
const kinds = {
  success: { color: 'green', autoClose: toastSeconds * 1000 },
  info: { color: 'navy', autoClose: toastSeconds * 1000 },
  warning: { color: 'amber', autoClose: toastSeconds * 1000 },
  error: { color: 'red', autoClose: false },
} as const satisfies Record<string, Kind>;

let isNeeded = false;
let drawToaster = (): void => undefined;

/** For `web/main.tsx`, which renders the area for toasts only when the first toast is shown. */
export const isToasterNeeded = (): boolean => isNeeded;
export function onToasterNeeded(draw: () => void): () => void {
  drawToaster = draw;
  return () => (drawToaster = () => undefined);
}

/** Loads the toast library when the first toast is shown. Without a connection that fails, and the area is not rendered. */
export async function loadNotifications() {
  const { notifications } = await import('@mantine/notifications');
  isNeeded = true;
  drawToaster();
  return notifications;
}

/** A toast with the same text as an earlier one replaces it. */
async function show(kind: keyof typeof kinds, message: string, title?: string): Promise<void> {
  const notifications = await loadNotifications();
  const id = `${kind}:${message}`;
  notifications.hide(id);
  notifications.show({
    id,
    message,
    title,
    withBorder: true,
    role: kind === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': t('ui.close') },
    ...kinds[kind],
  });
}

/**
 * Toasts appear at the top right for 5 seconds. Errors stay until the user closes them (`docs/product/screens.md#messages`). A
 * toast is never the only place where an error is shown.
 */
export const toast = {
  success: (message: string, title?: string) => void show('success', message, title),
  info: (message: string, title?: string) => void show('info', message, title),
  warning: (message: string, title?: string) => void show('warning', message, title),
  /** Accepts a text or anything that was thrown. */
  error: (error: unknown, title?: string) => void show('error', typeof error === 'string' ? error : errorText(error), title),
};
