import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { users } from '#drizzle/schema/accounts.ts';
import { savedSearches } from '#drizzle/schema/searches.ts';
import {
  readSearchStop,
  readUnsubscription,
  turnOffMail,
  type Unsubscription,
  unsubscribePath,
} from '#server/mail/unsubscribe.ts';
import { endJobAlerts } from '#server/notifications/end-job-alerts.ts';
import type { Services } from '#server/services.ts';
import { isForDrivers, turnOffLabel } from '#shared/accounts/mail-preferences.ts';
import { productName } from '#shared/brand.ts';
import type { Language, TextKey } from '#shared/texts/texts.ts';
import { html, type HtmlPart, type Site } from './html.ts';
import { renderPage } from './layout.ts';

const maxBytes = 4 * 1024;

type Options = {
  services: Services;
  siteIn: (language: Language) => Site;
  sendPage: (reply: FastifyReply, status: number, page: string) => FastifyReply;
};

/**
 * Turns off a kind of email by the link in it, without signing in (`docs/product/jobs.md#notifications`). Opening the link only
 * asks, because programs that check emails open every link. The button of an email program posts to it (RFC 8058).
 */
export async function unsubscribeRoutes(app: FastifyInstance, { services, siteIn, sendPage }: Options): Promise<void> {
  const { db, keys } = services;
  app.removeAllContentTypeParsers();
  // The link says everything, so the form that an email program posts is not read.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, _body, done) => done(null, null));
  const read = (request: FastifyRequest) => readUnsubscription(keys, (request.params as { token: string }).token);
  const siteOf = async ({ userId }: Unsubscription) => {
    const [account] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
    return siteIn(account?.language ?? 'en');
  };
  const readSearch = async (request: FastifyRequest) => {
    const searchId = readSearchStop(keys, (request.params as { token: string }).token);
    if (!searchId) return null;
    const [search] = await db
      .select({ id: savedSearches.id, driverId: users.id, name: savedSearches.name, language: users.language })
      .from(savedSearches)
      .innerJoin(users, eq(users.id, savedSearches.driverId))
      .where(eq(savedSearches.id, searchId));
    return search ?? null;
  };
  const path = `${unsubscribePath}/:token`;
  app.get(path, async (request, reply) => {
    const search = await readSearch(request);
    if (search) return sendPage(reply, 200, askAboutSearchPage(siteIn(search.language ?? 'en'), search.name));
    const unsubscription = read(request);
    if (!unsubscription) return sendPage(reply, 404, invalidLinkPage(siteIn('en')));
    return sendPage(reply, 200, askPage(await siteOf(unsubscription), unsubscription));
  });
  app.post(path, async (request, reply) => {
    const search = await readSearch(request);
    if (search) {
      await endJobAlerts(db, { driverId: search.driverId, searchId: search.id });
      return sendPage(reply, 200, searchDonePage(siteIn(search.language ?? 'en'), search.name));
    }
    const unsubscription = read(request);
    if (!unsubscription) return sendPage(reply, 404, invalidLinkPage(siteIn('en')));
    await turnOffMail(db, unsubscription);
    return sendPage(reply, 200, donePage(await siteOf(unsubscription), unsubscription));
  });
}

type PlainKey = Extract<
  TextKey,
  | 'site.unsubscribeTitle'
  | 'site.unsubscribedTitle'
  | 'site.unsubscribeLinkInvalid'
  | 'site.stopAlertTitle'
  | 'site.alertStoppedTitle'
>;

function page(site: Site, title: PlainKey, content: HtmlPart): string {
  return renderPage(site, {
    title: `${site.t(title)} | ${productName}`,
    description: site.t(title),
    path: '/jobs',
    canonical: null,
    isIndexed: false,
    isMinimal: true,
    body: html`<div class="wrap">
      <section class="card notice">
        <h1>${site.t(title)}</h1>
        ${content}
      </section>
    </div>`,
  });
}

const settingsLink = (site: Site, { kind }: Unsubscription) =>
  html`<a class="button plain" href="/${isForDrivers(kind) ? 'members' : 'company'}/settings/notifications"
    >${site.t('site.notificationSettings')}</a
  >`;

const askPage = (site: Site, unsubscription: Unsubscription): string =>
  page(
    site,
    'site.unsubscribeTitle',
    html`<p>${site.t('site.unsubscribeExplanation', { kind: site.write(turnOffLabel(unsubscription.kind)) })}</p>
      <form method="post" class="row">
        <button class="button" type="submit">${site.t('common.turnOff')}</button>${settingsLink(site, unsubscription)}
      </form>`,
  );

const donePage = (site: Site, unsubscription: Unsubscription): string =>
  page(
    site,
    'site.unsubscribedTitle',
    html`<p>${site.t('site.unsubscribedExplanation', { kind: site.write(turnOffLabel(unsubscription.kind)) })}</p>
      <div class="row">${settingsLink(site, unsubscription)}</div>`,
  );

const searchesLink = (site: Site) => html`<a class="button plain" href="/members/searches">${site.t('searches.title')}</a>`;

const askAboutSearchPage = (site: Site, name: string): string =>
  page(
    site,
    'site.stopAlertTitle',
    html`<p>${site.t('site.stopAlertExplanation', { name })}</p>
      <form method="post" class="row">
        <button class="button" type="submit">${site.t('emails.stopJobAlert')}</button>${searchesLink(site)}
      </form>`,
  );

const searchDonePage = (site: Site, name: string): string =>
  page(
    site,
    'site.alertStoppedTitle',
    html`<p>${site.t('site.alertStoppedExplanation', { name })}</p>
      <div class="row">${searchesLink(site)}</div>`,
  );

const invalidLinkPage = (site: Site): string =>
  page(site, 'site.unsubscribeLinkInvalid', html`<p>${site.t('site.unsubscribeLinkInvalidHint')}</p>`);
