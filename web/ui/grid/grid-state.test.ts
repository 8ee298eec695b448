import { describe, expect, test } from 'vitest';
import { readGridSearch } from './grid-search.ts';
import { toGridRequest, isFiltered, parseSort, formatSort, withFilter, withoutFilters } from './grid-state.ts';

describe('what the URL says', () => {
  test('a complete state is read unchanged', () => {
    const raw = { page: 3, size: 25, sort: '-created_at,title', q: 'omaha', filters: [['status', 'in', ['POSTED']]] };
    expect(readGridSearch(raw)).toEqual(raw);
  });

  test('the first page is left out, so that the plain address is the first page', () => {
    expect(readGridSearch({ page: 1 }).page).toBeUndefined();
  });

  test.each([
    ['a page below one', { page: -4 }],
    ['a size above the limit', { size: 5000 }],
    ['an unknown operator', { filters: [['status', 'drop table', 'x']] }],
    ['a filter of the wrong shape', { filters: [{ field: 'status' }, 'x', null] }],
    ['filters that are no list', { filters: 'status' }],
    ['a sort that is no text', { sort: { field: 'title' } }],
  ])('%s is dropped and the list still opens', (_what, raw) => {
    expect(Object.values(readGridSearch(raw)).filter((value) => value !== undefined)).toEqual([]);
  });

  test('a search for digits stays a text', () => {
    expect(readGridSearch({ q: 68102 }).q).toBe('68102');
  });
});

describe('what the server is asked', () => {
  test('page and size become offset and limit', () => {
    expect(toGridRequest({ page: 3, size: 25 })).toMatchObject({ offset: 50, limit: 25 });
  });

  test('the screen’s own order holds until the reader chooses one', () => {
    expect(toGridRequest({}, { sort: '-created_at' }).orders).toEqual([{ field: 'created_at', direction: 'desc' }]);
    expect(toGridRequest({ sort: 'title' }, { sort: '-created_at' }).orders).toEqual([{ field: 'title', direction: 'asc' }]);
  });

  test('all filters hold together', () => {
    const filters = toGridRequest({
      filters: [
        ['status', 'in', ['POSTED']],
        ['title', 'ilike', 'cdl'],
      ],
    }).filters;
    expect(filters).toEqual({
      and: [
        { field: 'status', operator: 'in', value: ['POSTED'] },
        { field: 'title', operator: 'ilike', value: 'cdl' },
      ],
    });
  });

  test('nothing is sent for no filters and no order', () => {
    expect(toGridRequest({})).toEqual({ offset: 0, limit: 10, filters: undefined, orders: undefined });
  });
});

test('an order survives the way into the URL and back', () => {
  expect(formatSort(parseSort('-created_at,title'))).toBe('-created_at,title');
});

test('a changed filter replaces the old one of its field and goes back to the first page', () => {
  const search = withFilter({ page: 4, filters: [['status', 'in', ['POSTED']]] }, 'status', ['status', 'in', ['CLOSED']]);
  expect(search).toEqual({ page: undefined, filters: [['status', 'in', ['CLOSED']]] });
});

test('clearing takes filters and text, and keeps the order', () => {
  const search = withoutFilters({ page: 2, q: 'cdl', sort: 'title', filters: [['status', 'in', ['POSTED']]] });
  expect(isFiltered(search)).toBe(false);
  expect(search.sort).toBe('title');
});
