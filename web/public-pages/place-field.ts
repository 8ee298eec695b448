const placesPath = '/api/1.0/public/places';
const suggestDelayMilliseconds = 120;
const locationOptions: PositionOptions = { maximumAge: 10 * 60_000, timeout: 10_000 };

type Place = { name: string };
type Option = { text: string; isOwnLocation: boolean };

async function readPlaces<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(placesPath + path);
  if (!answer.ok) throw new Error(`The places answered ${answer.status}`);
  return ((await answer.json()) as { data: Answer }).data;
}

/**
 * Makes the place field of the search a combobox (the ARIA pattern "editable combobox with list autocomplete"): suggests
 * places while the visitor types, and offers the device's location, which is rounded to about half a mile before it is sent.
 * Without it, this is an ordinary text field.
 */
export function startPlaceField(): void {
  const field = document.getElementById('location');
  const list = document.getElementById('places');
  if (field instanceof HTMLInputElement && list) connect(field, list);
}

function connect(field: HTMLInputElement, list: HTMLElement): void {
  let activeIndex = -1;
  let suggestTimer: number | undefined;

  const markActive = (index: number) => {
    activeIndex = index;
    const options = [...list.children];
    for (const [n, option] of options.entries()) option.ariaSelected = String(n === index);
    const active = options[index];
    if (active) field.setAttribute('aria-activedescendant', active.id);
    else field.removeAttribute('aria-activedescendant');
    active?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    clearTimeout(suggestTimer);
    list.hidden = true;
    field.ariaExpanded = 'false';
    markActive(-1);
  };
  const open = (names: readonly string[]) => {
    const options: Option[] = names.map((text) => ({ text, isOwnLocation: false }));
    // Browsers tell the location only to secure pages.
    if (isSecureContext && 'geolocation' in navigator)
      options.unshift({ text: list.dataset['locate'] ?? '', isOwnLocation: true });
    list.replaceChildren(...options.map(createOption));
    if (options.length === 0) return close();
    list.hidden = false;
    field.ariaExpanded = 'true';
    markActive(-1);
  };
  const suggest = async () => {
    const text = field.value.trim();
    try {
      const places = text ? await readPlaces<Place[]>(`?text=${encodeURIComponent(text)}`) : [];
      if (document.activeElement === field && field.value.trim() === text) open(places.map(({ name }) => name));
    } catch {
      close();
    }
  };

  const removeProblem = () => document.getElementById('location-problem')?.remove();
  const showProblem = () => {
    removeProblem();
    const problem = document.createElement('p');
    problem.className = 'wrong';
    problem.id = 'location-problem';
    problem.role = 'alert';
    problem.textContent = list.dataset['failed'] ?? '';
    list.after(problem);
  };
  const locate = async () => {
    field.ariaBusy = 'true';
    try {
      const { coords } = await new Promise<GeolocationPosition>((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(resolve, reject, locationOptions);
      });
      const [latitude, longitude] = [coords.latitude.toFixed(2), coords.longitude.toFixed(2)];
      field.value = (await readPlaces<Place>(`/nearest?latitude=${latitude}&longitude=${longitude}`)).name;
      removeProblem();
    } catch {
      showProblem();
    }
    field.ariaBusy = null;
  };
  const choose = (option: Element) => {
    close();
    if (option.className) void locate();
    else field.value = option.textContent;
  };

  field.role = 'combobox';
  field.autocomplete = 'off';
  field.ariaAutoComplete = 'list';
  field.ariaExpanded = 'false';
  field.setAttribute('aria-controls', list.id);
  field.addEventListener('input', () => {
    clearTimeout(suggestTimer);
    suggestTimer = window.setTimeout(() => void suggest(), suggestDelayMilliseconds);
  });
  field.addEventListener('focus', () => {
    if (!field.value) open([]);
  });
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    const options = list.hidden ? [] : [...list.children];
    const active = options[activeIndex];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (options.length > 0) markActive(nextIndex(activeIndex, options.length, event.key === 'ArrowDown' ? 1 : -1));
      else void suggest();
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    } else if (event.key === 'Escape' && options.length > 0) {
      event.preventDefault();
      close();
    }
  });
  // The field keeps the focus, so that the list does not close before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('li') : null;
    if (option) choose(option);
  });
}

function createOption({ text, isOwnLocation }: Option, index: number): HTMLLIElement {
  const option = document.createElement('li');
  option.id = `place-${index}`;
  option.role = 'option';
  option.textContent = text;
  if (isOwnLocation) option.className = 'locate';
  return option;
}

/** The option that an arrow key moves to. It goes around at both ends. */
export function nextIndex(index: number, count: number, step: 1 | -1): number {
  return index < 0 && step < 0 ? count - 1 : (index + step + count) % count;
}
