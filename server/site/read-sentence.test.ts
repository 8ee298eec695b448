import { describe, expect, it } from 'vitest';
import { readSearch } from './parse-search.ts';
import { readSentence } from './read-sentence.ts';

const emptySearch = readSearch({});
const places = ['omaha', 'dallas, tx', 'texas', '68102', 'st. louis', 'fort worth tx'];
const isPlace = async (words: string) => places.includes(words.toLowerCase());
const isCertainPlace = async (words: string) => ['dallas, tx', 'omaha ne', '68102', 'atl'].includes(words.toLowerCase());
const checks = { isPlace, isCertainPlace };
const read = async (query: string, filterParams: Record<string, string> = {}) => {
  const search = readSearch({ query, ...filterParams });
  const changedParams = Object.entries(await readSentence(search, checks)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(emptySearch[name as keyof typeof emptySearch]),
  );
  return Object.fromEntries(changedParams);
};

describe('a sentence in the search', () => {
  it.each([
    [
      'home daily reefer jobs near Omaha paying 1500 a week',
      { jobType: 'reefer', homeTime: 'HD', location: 'Omaha', payMin: '1500' },
    ],
    [
      'I have 2 years of experience and a hazmat endorsement, looking for flatbed work within 100 miles of Dallas, TX',
      { jobType: 'flatBed', requiredExperience: 'Y2', endorsements: ['H'], location: 'Dallas, TX', radius: 100 },
    ],
    ['tanker driver jobs in Texas, at least $1,800/week', { jobType: 'tanker', location: 'Texas', payMin: '1800' }],
    ['no experience dry van jobs', { jobType: 'dryVan', requiredExperience: 'CS' }],
    ['jobs near 68102 home every weekend', { homeTime: 'D3', location: '68102' }],
    ['near St. Louis reefer jobs', { jobType: 'reefer', location: 'St. Louis' }],
    ['Home daily jobs', { homeTime: 'HD' }],
    ['jobs with TWIC and doubles endorsements near Fort Worth TX', { endorsements: ['T', 'TWIC'], location: 'Fort Worth TX' }],
    ['reefer jobs', { jobType: 'reefer' }],
    ['CDL jobs over $1.5k per week', { payMin: '1500' }],
    ['flatbed near Omaha hazmat', { location: 'Omaha', query: 'flatbed hazmat' }],
    ['reefer DFW', { jobType: 'reefer', location: 'DFW' }],
    ['dump truck Omaha NE', { jobType: 'dumpTruck', location: 'Omaha NE' }],
    ['jobs 68102', { location: '68102' }],
    ['flatbed between Omaha and Texas', { jobType: 'flatBed', location: 'Omaha – Texas' }],
    ['from Omaha to St. Louis hazmat', { location: 'Omaha – St. Louis', query: 'hazmat' }],
    ['local 68102 to Dallas, TX', { location: '68102 – Dallas, TX', query: 'local' }],
    ['rutas de Omaha a Texas', { location: 'Omaha – Texas', query: 'rutas' }],
    ['atlas van lines atl', { location: 'atl', query: 'atlas van lines' }],
    ['DFW reefer', { jobType: 'reefer', location: 'DFW' }],
    ['flatbed from Omaha to Texas $& tarp', { location: 'Omaha – Texas', query: 'flatbed $& tarp' }],
    ['reefer near me', { query: 'reefer' }],
    ['plataforma cerca de mí', { query: 'plataforma' }],
    ['trabajos de volteo cerca de Omaha, en casa todos los días', { location: 'Omaha', homeTime: 'HD', query: 'volteo' }],
    ['plataforma en Omaha $1,500 por semana', { jobType: 'flatBed', location: 'Omaha', payMin: '1500' }],
    ['chofer sin experiencia', { requiredExperience: 'CS' }],
    ['2 años de experiencia', { requiredExperience: 'Y2' }],
  ])('%s', async (query, filters) => {
    expect(await read(query)).toEqual(filters);
  });

  it.each([
    ['home every night', 'D2'],
    ['home nightly', 'D2'],
    ['home weekly', 'HW'],
    ['home every other week', 'D4'],
    ['home every 3 weeks', 'D5'],
    ['home monthly', 'D6'],
  ])('home time: %s', async (query, homeTime) => expect(await read(query)).toEqual({ homeTime }));

  it.each([
    ['student', 'CS'],
    ['3 months experience', 'M6'],
    ['6 months experience', 'M12'],
    ['1 year experience', 'Y1'],
    ['18 months of experience', 'Y1'],
    ['5+ years experience', 'Y2'],
  ])('experience: %s', async (words, requiredExperience) => expect(await read(`jobs ${words}`)).toEqual({ requiredExperience }));

  it.each([
    'reefer',
    'Dry van',
    'Omaha',
    'Reefer Brothers',
    'business jobs',
    'Prairie Freight',
    'CDL A driver',
    'dry van or reefer',
    'driver in training',
    'Trucks in Motion',
    'drivers around the clock',
    'terminal to terminal',
    'New England Motor Freight',
    'Gulf Coast Xpress hiring',
    'between jobs and home',
    'from start to end',
    '1500',
    'jobs',
  ])('leaves words alone: %s', async (query) => expect(await read(query)).toEqual({ query }));

  it('keeps looking for the words that are no filter', async () => {
    expect(await read('home daily reefer jobs at Prairie Freight')).toEqual({
      homeTime: 'HD',
      query: 'reefer at Prairie Freight',
    });
  });

  it('finds the place behind words that name none', async () => {
    expect(await read('driver in training near Omaha')).toEqual({ query: 'in training', location: 'Omaha' });
  });

  it('never changes a filter that is set', async () => {
    const filterParams = { home_time: 'HW', location: 'Lincoln', pay_min: '900', job_type: 'tanker', radius: '25' };
    expect(await read('home daily near Omaha 1500 a week', filterParams)).toMatchObject({
      query: 'home daily near Omaha 1500 a week',
      homeTime: 'HW',
      location: 'Lincoln',
      payMin: '900',
      jobType: 'tanker',
      radius: 25,
    });
  });

  it('understands the same again', async () => {
    const search = readSearch({ query: 'home daily reefer jobs at Prairie Freight near Omaha' });
    const firstResult = await readSentence(search, checks);
    expect(await readSentence(firstResult, checks)).toEqual(firstResult);
  });
});
