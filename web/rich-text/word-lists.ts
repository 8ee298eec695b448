import { readMarker, type Marker } from './list-marker.ts';

/**
 * Converts Word's lists to HTML lists. Word writes them as paragraphs with `mso-list:l0 level1` in their style and the bullet
 * or number as text, which becomes the kind and the start of the list.
 */
export function convertWordLists(html: string): string {
  if (!/mso-list:/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const handledParagraphs = new Set<Element>();
  for (const paragraph of body.querySelectorAll('p')) {
    if (handledParagraphs.has(paragraph) || !getListLevel(paragraph)) continue;
    const listParagraphs = getListParagraphs(paragraph);
    for (const listParagraph of listParagraphs) handledParagraphs.add(listParagraph);
    buildList(listParagraphs);
  }
  return body.innerHTML;
}

function getListLevel(element: Element): number | null {
  const [, level] = /mso-list:\s*\S+\s+level(\d)/i.exec(element.getAttribute('style') ?? '') ?? [];
  return level ? Number(level) : null;
}

/** Returns the paragraph and the following ones that belong to a list. */
function getListParagraphs(firstParagraph: Element): Element[] {
  const listParagraphs = [firstParagraph];
  for (let next = firstParagraph.nextElementSibling; next && getListLevel(next); next = next.nextElementSibling)
    listParagraphs.push(next);
  return listParagraphs;
}

type OpenList = { level: number; list: HTMLElement; item: HTMLElement; marker: Marker };

/** A list ends where the kind of marker changes or the number does not follow, because an item has no number of its own. */
function buildList(listParagraphs: readonly Element[]): void {
  const openLists: OpenList[] = [];
  for (const paragraph of listParagraphs) {
    const level = getListLevel(paragraph) ?? 1;
    while ((openLists.at(-1)?.level ?? 0) > level) openLists.pop();
    const sibling = openLists.at(-1)?.level === level ? openLists.at(-1) : undefined;
    const marker = readMarker(removeMarker(paragraph), sibling?.marker ?? null);
    const item = document.createElement('li');
    if (sibling && marker.follows) {
      sibling.list.append(item);
      sibling.item = item;
      sibling.marker = marker;
    } else {
      if (sibling) openLists.pop();
      const list = document.createElement(marker.type ? 'ol' : 'ul');
      if (marker.type && marker.type !== '1') list.setAttribute('type', marker.type);
      if (marker.type && marker.number !== 1) list.setAttribute('start', String(marker.number));
      const parent = openLists.at(-1);
      if (parent) parent.item.append(list);
      else paragraph.before(list);
      list.append(item);
      openLists.push({ level, list, item, marker });
    }
    item.append(paragraph);
  }
}

/** Removes the bullet or number from the paragraph and returns its text. */
function removeMarker(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  marker?.remove();
  return marker?.textContent?.trim() ?? '';
}
