declare module 'pdfmake/build/standard-fonts/*.js' {
  import type { TFontContainer } from 'pdfmake/interfaces.js';

  /** Metrics of fonts that every reader of PDFs has, and their names. */
  const fonts: TFontContainer;
  export default fonts;
}
