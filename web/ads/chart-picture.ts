import { save } from '#web/download.ts';

/** What the styles of the page give a drawing, and a picture of its own has to bring. */
const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
];

const svgSpace = 'http://www.w3.org/2000/svg';
const [edge, head, sharpness] = [24, 64, 2];
type Words = { title: string; subtitle: string };

/** A chart as it stands on the page, with a title above it, as a PNG of twice its size. @throws Error when it cannot be drawn */
export async function downloadChart(chart: SVGSVGElement, words: Words, fileName: string): Promise<void> {
  const { width, height } = chart.getBoundingClientRect();
  const [wide, high] = [width + 2 * edge, height + head + edge];
  const picture = await loaded(wholeSvg(chart, words, { wide, high }));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(wide * sharpness);
  canvas.height = Math.round(high * sharpness);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('Failed to get 2D context from canvas.');
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser can’t create images');
  save(blob, fileName);
}

function wholeSvg(chart: SVGSVGElement, { title, subtitle }: Words, { wide, high }: { wide: number; high: number }): string {
  const style = getComputedStyle(document.body);
  const svg = document.createElementNS(svgSpace, 'svg');
  for (const [name, value] of [
    ['xmlns', svgSpace],
    ['width', wide],
    ['height', high],
    ['font-family', 'system-ui, sans-serif'],
  ] as const)
    svg.setAttribute(name, String(value));
  svg.append(
    shape('rect', { width: '100%', height: '100%', fill: style.backgroundColor }),
    shape('text', { x: edge, y: 30, 'font-size': 18, 'font-weight': 650, fill: style.color }, title),
    shape(
      'text',
      { x: edge, y: 50, 'font-size': 13, fill: style.color, opacity: 0.75 },
      `${subtitle} · bars: impressions, line: clicks`,
    ),
  );
  const inner = withStyles(chart);
  inner.setAttribute('x', String(edge));
  inner.setAttribute('y', String(head));
  svg.append(inner);
  return new XMLSerializer().serializeToString(svg);
}

function shape(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** A copy whose every element says itself what the page's styles made of it. */
function withStyles(chart: SVGSVGElement): SVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [n, original] of originals.entries()) {
    const style = getComputedStyle(original);
    copies[n]?.removeAttribute('style');
    for (const name of drawn) copies[n]?.setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  return picture;
}
