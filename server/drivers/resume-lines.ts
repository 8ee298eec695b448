import { foldText } from '#shared/fold-text.ts';

/** What a part of a resume is about. `top` is everything before the first heading. */
export type Section = 'top' | 'contact' | 'summary' | 'experience' | 'license' | 'skills' | 'education' | 'references' | 'other';

export type ResumeLine = {
  text: string;
  /** The text in lowercase without accents, of the same length, so that a position in one is the same in the other. */
  folded: string;
  section: Section;
};

/** A value of the profile, and the words of the file that it was read from. */
export type Found<Value> = { value: Value; excerpt: string };

/** One pattern that matches what any of these match. It keeps long lists of words readable. */
export const either = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), patterns[0]?.flags);

const kindsOfWork =
  'work|professional|driving|truck|trucking|commercial|relevant|related|civilian|other|past|previous|additional';
const papers = 'licen[cs]es?|cdl|certifications?|certificates?|credentials|endorsements?|qualifications';
const abilities = 'skills|competencies|strengths|abilities|highlights';

/** Headings as people write them, in English and Spanish, without accents. */
const headings: readonly [Section, RegExp][] = [
  [
    'contact',
    either(
      /^(?:contact(?: info(?:rmation)?| details| me)?|personal (?:info(?:rmation)?|details|data)|contacto)$/,
      /^(?:(?:datos|informacion)(?: personal(?:es)?| de contacto))$/,
    ),
  ],
  [
    'summary',
    either(
      /^(?:(?:professional |career |personal )?(?:summary|objective|profile)|about(?: me)?|overview)$/,
      /^(?:(?:resumen|objetivo|perfil)(?: profesional| laboral)?|sobre mi|acerca de mi)$/,
    ),
  ],
  [
    'experience',
    either(
      new RegExp(`^(?:(?:${kindsOfWork}) )*(?:experience|employment|(?:work|job|driving|employment|career) history)$`),
      /^(?:(?:work|employment|job|driving) (?:history|record|background)|positions? held)$/,
      /^(?:experiencia(?: laboral| profesional| de manejo| de trabajo| como (?:chofer|conductor))?)$/,
      /^(?:historial? (?:laboral|de empleos?|de trabajo)|trayectoria(?: laboral| profesional)?)$/,
      /^(?:empleos(?: anteriores)?)$/,
    ),
  ],
  [
    'license',
    either(
      new RegExp(`^(?:(?:driver'?s?|professional|current|my) )*(?:${papers})(?: ?(?:and|&|/|,) ?(?:${papers}|training))*$`),
      /^(?:licencias?(?: de (?:conducir|manejo))?(?: comercial)?(?: (?:y|e) (?:certificad(?:os|ciones)|endosos|certificaciones))?)$/,
      /^(?:certificaciones|certificados|endosos|credenciales)$/,
    ),
  ],
  [
    'skills',
    either(
      new RegExp(
        `^(?:(?:key|core|technical|driving|professional) )*(?:${abilities})(?: ?(?:and|&) ?(?:${abilities}|equipment))?$`,
      ),
      /^(?:equipment(?: (?:operated|experience|driven|used))?|types? of (?:equipment|freight)|habilidades)$/,
      /^(?:aptitudes|destrezas|competencias|equipos?(?: (?:operados?|manejados?))?|tipos? de equipo)$/,
    ),
  ],
  [
    'education',
    either(
      /^(?:education(?: ?(?:and|&) ?(?:training|certifications?))?|(?:cdl |driver )?training|schools?)$/,
      /^(?:schooling|academic background|educacion|formacion(?: academica)?|estudios|capacitacion|escolaridad)$/,
      /^(?:cursos)$/,
    ),
  ],
  [
    'references',
    either(
      /^(?:(?:professional |personal |work )*references(?: .*)?|referencias(?: .*)?|emergency contacts?)$/,
      /^(?:contactos? de emergencia|supervisors?)$/,
    ),
  ],
  [
    'other',
    either(
      /^(?:interests|hobbies|awards(?: .*)?|achievements|accomplishments|languages)$/,
      /^(?:volunteer(?:ing| work| experience)?|military(?: service| experience)?|intereses|pasatiempos|logros)$/,
      /^(?:idiomas|premios|reconocimientos|additional information|informacion adicional|safety record)$/,
      /^(?:availability|disponibilidad)$/,
    ),
  ],
];

const maxHeadingLength = 48;

function headingOf(folded: string): Section | null {
  if (folded.length > maxHeadingLength) return null;
  const heading = folded.replace(/^[^a-z]+|[^a-z)]+$/g, '').replace(/\s+/g, ' ');
  // Some layouts set headings with spaces between the letters.
  const plainWords = /^(?:[a-z] ){4,}[a-z]$/.test(heading) ? heading.replaceAll(' ', '') : heading;
  return headings.find(([, pattern]) => pattern.test(plainWords))?.[0] ?? null;
}

/** More than a resume has, and little enough that the rules read any text within a moment. */
const maxLines = 400;
const maxLineLength = 400;

/** Folding must not move positions, so a character that folds to several keeps its form. */
const foldCharacters = (text: string): string =>
  Array.from(text, (character) => {
    const folded = foldText(character);
    return folded.length === character.length ? folded : character;
  }).join('');

/** Splits a text at its line ends, and a longer line, such as a paragraph of a DOCX, at a space. */
function splitLines(text: string): string[] {
  const rawLines = text
    .normalize('NFKC')
    .slice(0, maxLineLength * maxLines)
    .split(/\r\n?|[\n\v\f\u2028\u2029]/, maxLines * 4);
  return rawLines.flatMap((rawLine) => {
    let rest = rawLine
      .slice(0, maxLineLength * maxLines)
      .replace(/[^\S\t]+/g, ' ')
      .replace(/ ?\t[\t ]*/g, '\t')
      .trim();
    const lines: string[] = [];
    while (rest.length > maxLineLength && lines.length < maxLines) {
      const end = rest.lastIndexOf(' ', maxLineLength);
      const cut = end > 0 ? end : maxLineLength;
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut).trimStart();
    }
    return [...lines, rest];
  });
}

/** The lines of a resume with their sections. Headings and empty lines are left out. */
export function toLines(text: string): ResumeLine[] {
  const lines: ResumeLine[] = [];
  let section: Section = 'top';
  for (const line of splitLines(text)) {
    if (lines.length === maxLines) break;
    const folded = foldCharacters(line);
    const heading = headingOf(folded);
    if (heading) section = heading;
    else if (/[\p{L}\p{N}]/u.test(line)) lines.push({ text: line, folded, section });
  }
  return lines;
}

const maxWords = 120;

/** The words around a position of a line, at most `max` characters, cut at spaces. */
export function excerptOf({ text }: Pick<ResumeLine, 'text'>, at = 0, length = 0, max = maxWords): string {
  const plain = text.replaceAll('\t', ' ');
  if (plain.length <= max) return plain;
  const room = max - 2;
  const from = Math.max(0, Math.min(at - Math.floor((room - length) / 2), plain.length - room));
  const start = from === 0 ? 0 : plain.indexOf(' ', from) + 1 || from;
  const rest = plain.slice(start, from + room);
  const isWhole = from + room >= plain.length;
  const visible = isWhole ? rest : rest.slice(0, Math.max(rest.lastIndexOf(' '), at - start + length)).trimEnd();
  return `${start > 0 ? '…' : ''}${visible}${isWhole ? '' : '…'}`.slice(0, max);
}

/** Joins the words around several positions, each as short as all of them must be. */
export function joinExcerpts(passages: readonly { line: ResumeLine; at: number; length: number }[]): string {
  const joined = joinExcerptsOf(passages.map(({ line }) => line.text.replaceAll('\t', ' ')));
  if (!joined.endsWith('…')) return joined;
  const max = Math.max(Math.floor(maxWords / passages.length) - 2, 12);
  return joinExcerptsOf(passages.map(({ line, at, length }) => excerptOf(line, at, length, max)));
}

/** Joins the words of several lines, at most 120 characters. */
export function joinExcerptsOf(excerpts: readonly string[]): string {
  const joined = [...new Set(excerpts)].join('; ');
  return joined.length <= maxWords ? joined : `${joined.slice(0, maxWords - 1).trimEnd()}…`;
}

/** A part of a line that says one thing. A decimal point ends none. */
export type Clause = { line: ResumeLine; text: string; folded: string; at: number };

export function clausesOf(line: ResumeLine, separators = /[;|•·\t!?]|\.(?!\d)|, (?=\D)/g): Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  for (const match of [...line.folded.matchAll(separators), null]) {
    const end = match ? match.index : line.folded.length;
    clauses.push({ line, text: line.text.slice(at, end), folded: line.folded.slice(at, end), at });
    at = end + (match?.[0].length ?? 0);
  }
  return clauses.filter(({ folded }) => /[a-z0-9]/.test(folded));
}

/** A month as a number of months since the year 0. The end of a range is not part of it. */
export type Months = { from: number; to: number };

const monthNames = ['jan|ene', 'feb', 'mar', 'apr|abr', 'may', 'jun', 'jul', 'aug|ago', 'sep|set', 'oct', 'nov', 'dec|dic'];
const monthPattern = `(?:(?:${monthNames.join('|')})[a-z]*\\.?,?(?: de)? ?|(?:0?[1-9]|1[0-2]) ?[/.-] ?)`;
const datePattern = `(${monthPattern})?((?:19|20)\\d\\d)`;
const presentPattern =
  'present|current(?:ly)?|now|today|ongoing|to date|actual(?:mente|idad)?|presente|(?:a )?la fecha|(?:el )?momento|hoy';
const rangePattern = new RegExp(
  `\\b(?:from |since |de |desde )?${datePattern} ?(?:-{1,2}|\\bto\\b|until|through|thru|hasta|\\ba\\b|al\\b) ?(?:(?:la|el) )?(?:${datePattern}|(${presentPattern}))\\b`,
);

function monthOf(written: string | undefined): number | null {
  if (!written) return null;
  const number = Number.parseInt(written, 10);
  if (number) return number - 1;
  return monthNames.findIndex((names) => new RegExp(`^(?:${names})`).test(written));
}

/** The first range of dates in a line, such as `03/2015 - Jun 2019` and `2019 - presente`. Null if there is none, or it ends first. */
export function findDates(
  { folded }: Pick<ResumeLine, 'folded'>,
  today: Date,
): (Months & { at: number; length: number; isCurrent: boolean }) | null {
  const match = rangePattern.exec(folded);
  if (!match) return null;
  const [found, fromMonth, fromYear, toMonth, toYear] = match;
  const now = today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
  const from = Number(fromYear) * 12 + (monthOf(fromMonth) ?? 0);
  // A year without a month counts up to its start, so that 2015 to 2019 is four years.
  const lastMonth = monthOf(toMonth);
  const to = toYear === undefined ? now : Number(toYear) * 12 + (lastMonth === null ? 0 : lastMonth + 1);
  if (to < from || from < 1950 * 12 || to > now) return null;
  return { from, to, at: match.index, length: found.length, isCurrent: toYear === undefined };
}

/** The number of months in ranges that may overlap. */
export function countMonths(ranges: readonly Months[]): number {
  let total = 0;
  let end = 0;
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
