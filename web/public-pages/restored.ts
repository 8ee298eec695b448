/** Runs the action when the browser shows a page again as it was left, because another page may have changed the session. */
export function onRestored(action: () => void): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) action();
  });
}
