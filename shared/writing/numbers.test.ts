import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbersIn, numbersNotIn, numbersNotTranslated, promisesNotIn } from './numbers.ts';

describe('numbers of a text', () => {
  test.each([
    ['$1,500.00 per week', [1500]],
    ['1500/wk, 1.5k or 1,500', [1500]],
    ['.65 a mile', [0.65]],
    ['0.65 cents', [0.65]],
    ['home every 2 weeks', [2]],
    ['Two to twenty years', [2, 20]],
    ['twenty-five hundred', [20, 5, 100]],
    ['Open 24/7', [24, 7]],
    ['a ½ day, １２ hours', [1, 2, 12]],
    ['dos años', [2]],
    ['a 401(k) plan', []],
    ['everyone, often, anyone', []],
  ])('%s', (text, numbers) => {
    expect(numbersIn(text)).toEqual(new Set(numbers));
  });

  test('a number that is written in another way is the same, and any other one is found', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999_99 });
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        const [dollars, different] = [one / 100, other / 100];
        const spellings = [dollars.toString(), dollars.toFixed(2), dollars.toLocaleString('en-US', { minimumFractionDigits: 2 })];
        for (const spelling of spellings) expect(numbersNotIn(`Earn $${spelling}.`, `Pay: ${dollars}`)).toEqual([]);
        if (one !== other) expect(numbersNotIn(`Earn ${different}, really`, `Pay: ${dollars}`)).toEqual([different]);
      }),
    );
  });
});

test('a promise that the source does not make is found', () => {
  expect(promisesNotIn('Full medical and dental.', 'Benefits: Health coverage')).toEqual(['dental']);
  expect(promisesNotIn('A 401k and guaranteed pay', 'Benefits: Retirement plan')).toEqual(['guaranteed']);
  expect(promisesNotIn('We are hiring drivers for dry van.', 'Job type: Dry Van')).toEqual([]);
});

describe('numbers of a translation', () => {
  test.each([
    ['One year of experience', 'en', 'Se requiere un año de experiencia'],
    ['Thirty days', 'en', 'treinta días'],
    ['11 trucks', 'en', 'once camiones'],
    ['35 días, 200 millas', 'es', 'thirty-five days, two hundred miles'],
    ['treinta y cinco días', 'es', '35 days, 30 nights, 5 stops'],
    ['Pague una vez $1,500', 'es', 'Earn $1500 once'],
  ] as const)('%s: none is new', (translation, language, source) => {
    expect(numbersNotTranslated(translation, language, source)).toEqual([]);
  });

  test.each([
    ['cuarenta días', 'es', 'thirty days', [40]],
    ['Earn $2,000', 'en', 'Gane $1,500', [2000]],
    ['doce horas', 'es', 'eleven hours', [12]],
  ] as const)('%s: a new one is found', (translation, language, source, numbers) => {
    expect(numbersNotTranslated(translation, language, source)).toEqual(numbers);
  });
});
