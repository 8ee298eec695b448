import type { TokenAnswer } from './card-token.ts';

/** The gateway's own script, as far as it is used here. */
export type Tokenizer = { submit: (amount?: string) => void };

type Settings = {
  url?: string;
  apikey: string;
  container: HTMLElement;
  onLoad: () => void;
  submission: (answer: TokenAnswer) => void;
  settings: {
    payment: { types: ['card']; showTitle: boolean; showLabel: boolean; showExpDate: boolean; showCVV: boolean };
    /** Rules for the page in the frame, by selector. */
    styles: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
};

export type TokenizerClass = new (settings: Settings) => Tokenizer;

declare global {
  interface Window {
    Tokenizer?: TokenizerClass;
  }
}

const loading = new Map<string, Promise<TokenizerClass>>();

/** Loads the script once; a failed load may be tried again. */
export function loadTokenizer(scriptUrl: string): Promise<TokenizerClass> {
  const begun = loading.get(scriptUrl);
  if (begun) return begun;
  const load = new Promise<TokenizerClass>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      loading.delete(scriptUrl);
      reject(new Error('Couldn’t load the card fields. Check your connection and try again.'));
    };
    script.src = scriptUrl;
    script.async = true;
    script.addEventListener('load', () => (window.Tokenizer ? resolve(window.Tokenizer) : fail()));
    script.addEventListener('error', fail);
    document.head.append(script);
  });
  loading.set(scriptUrl, load);
  return load;
}
