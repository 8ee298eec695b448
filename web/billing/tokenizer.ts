import { t } from '#web/texts/app.ts';

/** The response of the gateway's page to a request for a token (`docs/product/money.md#card-entry`). */
type TokenAnswer = { status?: unknown; token?: unknown; msg?: unknown; invalid?: unknown };

export type TokenOutcome =
  | { status: 'success'; token: string }
  /** Paying is disabled until the card fields are loaded again. */
  | { status: 'error'; message: string }
  /** Paying stays enabled, because the fields can be corrected. */
  | { status: 'validation'; message: string };

const fieldMessages = [
  ['cc', t('errors.cardNumberInvalid')],
  ['exp', t('errors.cardExpirationInvalid')],
  ['cvv', t('errors.cardCodeInvalid')],
] as const;

/** The gateway sends the names of invalid fields as a list or as the keys of an object. */
function getInvalidFields(invalid: unknown): string[] {
  if (Array.isArray(invalid)) return invalid.map(String);
  return typeof invalid === 'object' && invalid !== null ? Object.keys(invalid) : [];
}

/** The message for the first invalid field in the order cc, exp, cvv, unknown (`docs/product/money.md#card-entry`). */
export function getValidationMessage(invalid: unknown): string {
  const invalidFields = getInvalidFields(invalid);
  return fieldMessages.find(([field]) => invalidFields.includes(field))?.[1] ?? t('errors.cardInvalid');
}

export function readTokenAnswer({ status, token, msg, invalid }: TokenAnswer): TokenOutcome {
  if (status === 'validation') return { status, message: getValidationMessage(invalid) };
  if (status !== 'success')
    return { status: 'error', message: typeof msg === 'string' && msg ? msg : t('errors.cardTokenizerFailed') };
  if (typeof token !== 'string' || !token) return { status: 'validation', message: t('errors.cardTokenMissing') };
  return { status, token };
}

/** The part of the gateway's script that is used here. */
export type Tokenizer = { submit: (amount?: string) => void };

type TokenizerOptions = {
  url?: string;
  apikey: string;
  container: HTMLElement;
  onLoad: () => void;
  submission: (answer: TokenAnswer) => void;
  settings: {
    payment: { types: ['card']; showTitle: boolean; showLabel: boolean; showExpDate: boolean; showCVV: boolean };
    /** CSS rules for the page in the frame, by selector. */
    styles: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
};

export type TokenizerClass = new (settings: TokenizerOptions) => Tokenizer;

declare global {
  interface Window {
    Tokenizer?: TokenizerClass;
  }
}

const loadingScripts = new Map<string, Promise<TokenizerClass>>();

/** Loads the script once. After a failure, the next call loads it again. */
export function loadTokenizer(scriptUrl: string): Promise<TokenizerClass> {
  const pending = loadingScripts.get(scriptUrl);
  if (pending) return pending;
  const loadPromise = new Promise<TokenizerClass>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      loadingScripts.delete(scriptUrl);
      reject(new Error(t('billing.cardFieldsNotLoaded')));
    };
    script.src = scriptUrl;
    script.async = true;
    script.addEventListener('load', () => (window.Tokenizer ? resolve(window.Tokenizer) : fail()));
    script.addEventListener('error', fail);
    document.head.append(script);
  });
  loadingScripts.set(scriptUrl, loadPromise);
  return loadPromise;
}
