const countDelayMilliseconds = 200;

/**
 * Resets the form to the URL's values when the browser restores the page, applies a chosen sort immediately, makes `/` focus
 * the search, shows how many jobs the chosen filters find, and closes the phone's search and filter panels with Escape.
 */
export function startSearchForm(): void {
  const form = document.getElementById('search');
  if (!(form instanceof HTMLFormElement)) return;

  addEventListener('pageshow', ({ persisted }) => {
    const [navigation] = performance.getEntriesByType('navigation');
    const isNew = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
    if (persisted || !isNew) form.reset();
  });
  // The control is replaced with the results of the best match.
  addEventListener('change', ({ target }) => {
    if (target instanceof Element && target.id === 'sort') form.requestSubmit();
  });

  const isTyping = (target: EventTarget | null) =>
    target instanceof Element && target.closest('input:not([type=checkbox]),select,textarea,[contenteditable]') !== null;
  addEventListener('keydown', (event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key !== '/' || hasModifier || event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    const words = document.getElementById('query');
    if (!(words instanceof HTMLInputElement)) return;
    if (words.getClientRects().length === 0) location.hash = 'search';
    words.select();
    words.focus();
  });

  let countTimer: number | undefined;
  let countRequests = 0;
  const showCount = async () => {
    const requestNumber = ++countRequests;
    const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string');
    try {
      const answer = await fetch(`${form.action}/count?${new URLSearchParams(fields).toString()}`);
      if (!answer.ok) return;
      const { label } = (await answer.json()) as { label: string };
      if (requestNumber !== countRequests) return;
      for (const button of document.querySelectorAll('.show-jobs')) button.textContent = label;
    } catch {
      // The button keeps its text. It works without the count.
    }
  };
  addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.form !== form || target.id === 'sort') return;
    clearTimeout(countTimer);
    countTimer = window.setTimeout(() => void showCount(), countDelayMilliseconds);
  });

  // On phones, the search and the filters are panels that cover the page while the URL's hash names them.
  let isOpenedHere = false;
  let lastPanel: Element | null = null;
  const findOpenPanel = () => document.querySelector('.panel:target');
  const close = () => {
    if (isOpenedHere) history.back();
    else location.hash = 'results';
  };
  addEventListener('hashchange', () => {
    const panel = findOpenPanel();
    isOpenedHere = panel !== null;
    const fieldOrLink = panel
      ? panel.querySelector<HTMLElement>('input,select')
      : document.querySelector<HTMLElement>(`[href="#${lastPanel?.id ?? ''}"]`);
    lastPanel = panel;
    fieldOrLink?.focus({ preventScroll: panel === null });
  });
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.closest('.panel-close'))) return;
    event.preventDefault();
    close();
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && findOpenPanel()) close();
  });
  // Without the hash, going back from the results does not open the panel again.
  form.addEventListener('submit', () => {
    if (findOpenPanel()) history.replaceState(null, '', location.pathname + location.search);
  });
}
