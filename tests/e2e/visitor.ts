import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { actionTimeout, navigationTimeout } from './time-limits.ts';

export const getBaseUrl = (): string => process.env['BASE_URL'] ?? '';

/** Origins of other servers that the tests may call. */
export const allowedOrigins = new Set<string>();

/** The cookie of a visitor who has answered the terms dialog. */
export const makeTermsCookie = () => ({ name: 'termsAccepted', value: 'true', url: getBaseUrl() });

/** A page in a separate browser context, what must not happen in that context, and its console. */
export type Visitor = { page: Page } & Watched;
type Watched = {
  problems: string[];
  /** The errors and warnings of the console, also those that tests cause on purpose. A failed test prints them. */
  messages: string[];
};

/** Opens a browser context for a visitor who has answered the terms dialog. */
export async function openVisitor(browser: Browser, options?: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: getBaseUrl(), reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(actionTimeout);
  context.setDefaultNavigationTimeout(navigationTimeout);
  const watched = watchContext(context);
  await context.addCookies([makeTermsCookie()]);
  return { page: await context.newPage(), ...watched };
}

/** Whether a test answers at the URL itself, for example with connections that it cuts. */
const isOfNeighbor = (url: string) => URL.canParse(url) && allowedOrigins.has(new URL(url).origin);

/**
 * Collects console errors and requests to other servers. It ignores statuses 4xx and 502 and a lost connection, which tests cause on
 * purpose.
 */
function watchContext(context: BrowserContext): Watched {
  const problems: string[] = [];
  const messages: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(`${message.text()} (${message.location().url})`);
    const isExpectedFailure =
      /Failed to load resource: (the server responded with a status of (4\d\d|502)|net::ERR_INTERNET_DISCONNECTED)/.test(
        message.text(),
      );
    const isCut = /net::ERR_(CONNECTION|EMPTY|SOCKET)/.test(message.text()) && isOfNeighbor(message.location().url);
    if (message.type() === 'error' && !isExpectedFailure && !isCut) problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (webError) => problems.push(`${webError.page()?.url()}: ${webError.error().message}`));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(getBaseUrl()).origin && !allowedOrigins.has(origin))
      problems.push(`left the machine: ${request.url()}`);
  });
  return { problems, messages };
}

/** Stores the access token of a session in the page's browser, as signing in does. */
export async function storeToken(page: Page, token: string): Promise<void> {
  // This is a plain text file of the tested server. It allows changing stored data while the app is not running.
  if (new URL(page.url()).origin !== getBaseUrl()) await page.goto('/robots.txt');
  await page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token);
}
