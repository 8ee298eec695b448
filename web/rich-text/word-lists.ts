/**
 * Word writes a list as paragraphs that look like one: `mso-list:l0 level1` in their style, and their bullet or number as
 * text. As lists again, with what is marked as the bullet left out; all else stays as it came.
 */
export function wordLists(html: string): string {
  if (!/mso-list:/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const seen = new Set<Element>();
  for (const paragraph of body.querySelectorAll('p')) {
    if (seen.has(paragraph) || !levelOf(paragraph)) continue;
    const run = runFrom(paragraph);
    for (const one of run) seen.add(one);
    rebuild(run);
  }
  return body.innerHTML;
}

function levelOf(element: Element): number | null {
  const [, level] = /mso-list:\s*\S+\s+level(\d)/i.exec(element.getAttribute('style') ?? '') ?? [];
  return level ? Number(level) : null;
}

/** The paragraph and those after it that belong to the same list of lists. */
function runFrom(first: Element): Element[] {
  const run = [first];
  for (let next = first.nextElementSibling; next && levelOf(next); next = next.nextElementSibling) run.push(next);
  return run;
}

type Open = { level: number; list: HTMLElement; item: HTMLElement };

function rebuild(run: readonly Element[]): void {
  const open: Open[] = [];
  for (const paragraph of run) {
    const level = levelOf(paragraph) ?? 1;
    const { isOrdered, start } = takeMarker(paragraph);
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    let top = open.at(-1);
    if (top?.level === level && (top.list.tagName === 'OL') !== isOrdered) {
      open.pop();
      top = open.at(-1);
    }
    const item = document.createElement('li');
    if (top?.level === level) {
      top.list.append(item);
      top.item = item;
    } else {
      const list = document.createElement(isOrdered ? 'ol' : 'ul');
      if (start > 1) list.setAttribute('start', String(start));
      if (top) top.item.append(list);
      else paragraph.before(list);
      list.append(item);
      open.push({ level, list, item });
    }
    item.append(paragraph);
  }
}

/** Takes the bullet out of the paragraph and says what it was. */
function takeMarker(paragraph: Element): { isOrdered: boolean; start: number } {
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const sign = marker?.textContent?.trim() ?? '';
  marker?.remove();
  return { isOrdered: /^\w{1,4}[.)]/.test(sign) && sign[0] !== 'o', start: Number.parseInt(sign, 10) || 1 };
}
