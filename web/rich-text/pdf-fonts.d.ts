declare module 'pdfmake/build/standard-fonts/*.js' {
  import type { TFontContainer } from 'pdfmake/interfaces.js';

  /** Names and metrics of the fonts that every PDF reader has. */
  const fonts: TFontContainer;
  export default fonts;
}
