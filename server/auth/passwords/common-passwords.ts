import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { invalid } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * How many of the most common leaked passwords are refused. Variants of them that satisfy the composition rule are refused
 * too.
 */
const maxLeakedPasswords = 5000;
/** Shorter words are ignored: `a1b2` has only two letters and would match by chance. */
const minWordLetters = 4;

/**
 * More words that people in trucking would choose. Years, digits and symbols around a word are removed before the lookup.
 */
const list = `
aaa aaaa aaaaaa abc abcabc abcd abcde abcdef abcdefg abcdefgh access admin adminadmin administrator adminpass
airforce alex alexander amanda amazon america american andrea andrew android angel angels anna anthony anything
apple apples april army arsenal asd asdasd asdf asdfgh asdfghjkl asdqwe ashley asshole audi august austin autumn
azerty baby babyboy babygirl backup bailey banana barbie barcelona bart baseball basketball bastard batman bear
bears bella biden bigdog bigrig bitch black blessed blessing blink blue bmw boss boston brandon brian broncos
budweiser bugsbunny business buster butter butterfly california camaro candy carrier cash cat cats champion change
changeit changeme changemenow changethis charles charlie cheese chelsea cherry chevrolet chevy chicago chicken
chocolate christ christopher cisco cocacola coco coffee college company computer contact cookie cookies cooper
corona corvette covid cowboys cricket crystal cubs dakota dallas daniel danielle darling database david december
default demodemo diamond dick diesel dispatch dispatcher doctor dodge dodgers dog doggy dollar dollars dolphin
donald dragon dragonfly driver drivers driving ducati duke eagle eagles election elizabeth elmo eminem employee
employer enter entrar example facebook faith falcon fall family fdsa february ferrari fireman fleet florida flower
flowers football ford forever fortnite freedom freight freightliner friday friend friends friendship fuck fucker
fuckoff fuckyou game gamer games gandalf garfield george giants ginger gmail god godisgood gold golden golf golfer
goodbye google grace green guest guitar hannah happy hardcore harley haul haulboard hauler hauling heather heaven
hello hellohello helloworld hero highway hockey homer honda honey hope horse hotmail houston hr hulk hunter iloveu
iloveyou info internet interstate iphone ironman jackson jaguar january jasmine jason jennifer jessica jesus
jesuschrist job jobs jordan joseph joshua july june juniper justin juventus kawasaki kenworth kevin killer kitten
kitty lakers lauren legend letmein letmeinnow letmeinplease liberty lion lions liverpool lkjhgf lkjhgfdsa login
logistics logon london love lovely loveme lover loveyou lucky mack maggie magic manager march maria marine master
matrix matthew maverick max maxwell melissa mercedes merlin metallica michael michelle mickey mickeymouse microsoft
minecraft mnbvcxz molly monday money monkey mouse music mustang mylove mypass mypasswd mypassword mysql naruto navy
netflix network newpass newpassword newyork nicole ninja nirvana nissan nopassword nothing november number obama
october office oldpassword opensesame openup oracle orange packers pandemic panther paris pass passcode passme
passphrase passw passwd password passwort patrick patriots peace peanut pepper pepsi peterbilt phoenix pink pirate
pizza play player please poiuyt poiuytrewq pokemon police pooh porn porsche postgres president princess private
pumpkin puppy purple pussy pwd qaz qazwsx qazwsxedc qqq qqqq qwe qweasd qweasdzxc qwert qwerty qwertyuiop qwertz
rachel raiders rainbow ranger rangers realmadrid red redsox rewq rich richard robert roblox rock rocknroll rockstar
rocky root rootpass rootroot router ruby rugby ryan sadie sales samantha sammy sample samsung saturday school scooby
secret secure security semi september server service sex sexy shadow shit signin silver simpson simpsons slipknot
slut smile snake snoopy soccer soldier something spider spiderman spring sql staff startrek starwars steelers
stephanie strawberry student sugar summer sunday sunflower sunshine super superman superstar superuser support
suzuki sweet sweetheart switch system taylor teacher team temp temporary tennis test tester testing testtest texas
thankyou thepassword thomas thursday tiger tigers tigger tinkerbell toby toor toyota transport transportation truck
truckdriver trucker trucking trucks trump trustno tuesday tweety tyler university usa user userpass volvo warrior
wednesday welcom welcome welcomeback welcomehome whatever white william windows winner winston winter wizard wolf
wolverine wolves work working wsx xsw xxx xxxx xxxxxx yahoo yamaha yankees yellow yourpassword ytrewq zaq zaqwsx
zaqxsw zxcv zxcvbn zxcvbnm zzz zzzz
`;

let cachedCommonWords: Set<string> | undefined;

/** The set is built on first use, because most processes never need it. */
function buildCommonWords(): Set<string> {
  const leaked = dictionary['passwords-common'].slice(0, maxLeakedPasswords).map((word) => word.toLowerCase());
  const stripped = leaked
    .flatMap((word) => [trimToLetters(word), keepLetters(word)])
    .filter((word) => word.length >= minWordLetters);
  return new Set([...leaked, ...stripped, ...list.trim().split(/\s+/)]);
}

function isCommonWord(word: string): boolean {
  cachedCommonWords ??= buildCommonWords();
  return cachedCommonWords.has(word);
}

/** Characters that people use in place of lowercase letters. */
const signs: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};
/** A second reading of look-alike characters: 1 as l and @ as o, as in `we1come` and `passw@rd`. */
const alternativeSigns: Record<string, string> = { ...signs, '1': 'l', '!': 'l', '|': 'l', '@': 'o', '6': 'g' };

/** Returns the text as typed and with look-alike characters replaced by letters, in both ways. */
function expandLookAlikes(lower: string): string[] {
  return [lower, replaceLookAlikes(lower, signs), replaceLookAlikes(lower, alternativeSigns)];
}

/** Replaces look-alikes only between letters. Those at the ends were added to satisfy the composition rule. */
function replaceLookAlikes(text: string, replacements: Record<string, string>): string {
  const end = /[^a-z]*$/.exec(text)?.index ?? text.length;
  const start = /^[^a-z@$]*/.exec(text)?.[0].length ?? 0;
  const inner = text.slice(start, Math.max(start, end)).replace(/[^a-z]/g, (character) => replacements[character] ?? character);
  return text.slice(0, start) + inner + text.slice(Math.max(start, end));
}

/** Removes the digits and symbols around a word. */
export function trimToLetters(text: string): string {
  return text.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '');
}

export function keepLetters(text: string): string {
  return text.replace(/[^a-z]/g, '');
}

/** Removes symbols: `aa@123456` becomes `aa123456`. */
function keepLettersAndDigits(text: string): string {
  return text.replace(/[^a-z0-9]/g, '');
}

/** The fingerprints of the most common leaked passwords, in ascending order (`docs/dependencies.md`). */
export const breachedPasswordsFile = new URL('./breached-passwords.bin', import.meta.url);

/** With four bytes, about 1 in 40,000 other passwords matches by chance and is refused too, which is acceptable. */
export const computeFingerprint = (password: string): number =>
  createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().readUInt32BE(0);

let breachedPasswords: Buffer | undefined;

export function isBreached(password: string): boolean {
  breachedPasswords ??= readFileSync(breachedPasswordsFile);
  const fingerprint = computeFingerprint(password);
  let [low, high] = [0, breachedPasswords.length / 4];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (breachedPasswords.readUInt32BE(middle * 4) < fingerprint) low = middle + 1;
    else high = middle;
  }
  return low * 4 < breachedPasswords.length && breachedPasswords.readUInt32BE(low * 4) === fingerprint;
}

/** A password with fewer different characters is a pattern, such as `Aa1!1111`. */
const minCharacters = 5;

/**
 * Finds out why an attacker would try this password early: it is a common word or pattern, the person's own name or
 * address, or was leaked elsewhere. People satisfy the composition rule by changing a common word, as in `Password1!`. Those
 * changes are undone first: capitals, look-alike characters, and digits and symbols around it (OWASP ASVS 6.2.4, 6.2.11 and
 * 6.2.12).
 */
function findWeakness(password: string, accountWords: readonly string[]): keyof typeof weaknessMessages | null {
  const lower = password.normalize('NFKC').toLowerCase();
  if (new Set(lower).size < minCharacters) return 'common';
  const accountNames = extractNames(accountWords);
  const candidates = new Set(expandLookAlikes(lower).flatMap((reading) => [trimToLetters(reading), keepLetters(reading)]));
  candidates.add(keepLettersAndDigits(lower));
  const variants = [...candidates].flatMap((word) => [word, halfIfRepeated(word)]);
  if (variants.some((word) => accountNames.has(word))) return 'own';
  if (variants.some(isCommonWord)) return 'common';
  return isBreached(password) ? 'breached' : null;
}

const weaknessMessages = {
  own: text('errors.passwordOwnName'),
  common: text('errors.passwordCommon'),
  breached: text('errors.passwordBreached'),
};

/** @throws invalid on the field */
export function assertUncommon(password: string, accountWords: readonly string[], field: string): void {
  const weakness = findWeakness(password, accountWords);
  if (weakness) throw invalid(field, weaknessMessages[weakness]);
}

const minLetters = 3;

/** Returns a person's names and email address whole, in parts, and as pairs of parts: `dana`, `prairie`, `danawhitfield`. */
function extractNames(words: readonly string[]): Set<string> {
  const lower = words.map((word) => word.normalize('NFKC').toLowerCase());
  const parts = lower.flatMap((word) => [...word.split(/[\s.@_+-]+/), word.split('@')[0] ?? '']).map(keepLetters);
  const longParts = [...new Set(parts)].filter((part) => part.length >= minLetters);
  const pairs = longParts.flatMap((one) => longParts.map((other) => one + other));
  return new Set([...longParts, ...pairs, ...lower.map(keepLetters).filter((word) => word.length >= minLetters)]);
}

/** Shortens a repeated word: `passpass` becomes `pass`. */
function halfIfRepeated(text: string): string {
  const half = text.slice(0, text.length / 2);
  return text.length % 2 === 0 && half + half === text ? half : text;
}
