/** A line of a chart, with one value per `step` of the horizontal axis. */
export type Line = { name: string; color: string; values: readonly number[] };
type Chart = { title: string; unit: string; /** Seconds from one value to the next. */ step: number; lines: readonly Line[] };

const [width, height] = [860, 260];
const margins = { left: 64, right: 20, top: 52, bottom: 34 };
const plotArea = { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom };

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

/** Draws a line chart over time as SVG. It is readable on light and dark pages. */
export function drawChart({ title, unit, step, lines }: Chart): string {
  const steps = Math.max(...lines.map(({ values }) => values.length)) - 1 || 1;
  const tick = roundUp(Math.max(...lines.flatMap(({ values }) => values)) / 4);
  const maxValue = tick * 4;
  const x = (index: number) => margins.left + (index / steps) * plotArea.width;
  const y = (value: number) => margins.top + plotArea.height * (1 - value / maxValue);
  const gridLines = [0, 1, 2, 3, 4].map((n) => {
    const lineY = y(n * tick).toFixed(1);
    return `<line class="grid" x1="${margins.left}" x2="${width - margins.right}" y1="${lineY}" y2="${lineY}"/><text x="${margins.left - 8}" y="${Number(lineY) + 4}" text-anchor="end">${(n * tick).toLocaleString('en-US')}</text>`;
  });
  const timeLabels = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const seconds = Math.round(share * steps * step);
    return `<text x="${x(share * steps).toFixed(1)}" y="${height - 12}" text-anchor="middle">${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}</text>`;
  });
  const paths = lines.map(({ color, values }) => {
    const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${color}" stroke-width="2" stroke-linejoin="round" points="${points}"/>`;
  });
  const legend = lines.map(({ name, color }, index) => {
    const left = margins.left + index * 150;
    return `<rect x="${left}" y="32" width="14" height="4" rx="2" fill="${color}"/><text x="${left + 20}" y="38">${name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}, ${unit}">
<style>
  text { font: 12px system-ui, sans-serif; fill: #495057 } .title { font-weight: 600; font-size: 14px; fill: #212529 }
  .page { fill: #fff } .grid { stroke: #dee2e6 }
  @media (prefers-color-scheme: dark) { text { fill: #c1c2c5 } .title { fill: #f1f3f5 } .page { fill: #1a1b1e } .grid { stroke: #373a40 } }
</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
<text class="title" x="${margins.left}" y="20">${title}, ${unit}</text>
${[...legend, ...gridLines, ...timeLabels, ...paths].join('\n')}
</svg>
`;
}
