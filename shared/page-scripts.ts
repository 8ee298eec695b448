/**
 * The scripts that public pages contain, each built from the file of this name in `web/public-pages`. The server puts them into
 * its pages and lists them in their content security policy (`server/site/layout.ts`).
 */
export const pageScripts = ['start', 'search', 'job', 'save', 'seen', 'apply', 'ads', 'offline', 'submit-form'] as const;
export type PageScript = (typeof pageScripts)[number];
