import { aiPage, productName } from '#shared/brand.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import { matchLabels } from '#shared/matching/match-reasons.ts';
import { type MatchPart, matchParts, matchVersion, matchWeights, nearMiles } from '#shared/matching/matching.ts';
import { html, type Piece } from './html.ts';
import type { Site } from './languages.ts';
import { renderPage } from './layout.ts';

/** What each part of a match compares, as `shared/matching/matching.ts` does it. */
const explanationsIn = ({ t }: Site): Readonly<Record<MatchPart, string>> => ({
  distance: t('public.aiDistance', { nearMiles, rangeMiles }),
  experience: t('public.aiExperience'),
  jobType: t('public.aiJobType'),
  pay: t('public.aiPay'),
  homeTime: t('public.aiHomeTime'),
  endorsements: t('public.aiEndorsements'),
});

/**
 * Explains the match score to anyone (`docs/product/applicants-and-matching.md#how-haulboard-uses-ai`). Weights and version
 * come from the code that calculates it.
 */
export function aiUsePage(site: Site, support: string): string {
  const { t, rich, write } = site;
  const title = write(aiPage.title);
  const explanations = explanationsIn(site);
  const b = (content: Piece) => html`<b>${content}</b>`;
  const settings = (content: Piece) => html`<a href="/members/settings">${content}</a>`;
  const email = (content: Piece) => html`<a href="mailto:${support}">${content}</a>`;
  const body = html`<div class="wrap">
    <article class="card article prose">
      <h1>${title}</h1>
      <p>${t('public.aiSummary', { productName })}</p>
      <h2>${t('public.aiMatching')}</h2>
      <p>${t('public.aiScore')}</p>
      <p>${t('public.aiRequirements')}</p>
      <h2>${t('public.aiWhatGoesIn')}</h2>
      <ul>
        ${matchParts.map(
          (part) =>
            html`<li>
              ${rich('public.aiPart', { part: write(matchLabels[part]), points: matchWeights[part], b })} ${explanations[part]}
            </li>`,
        )}
      </ul>
      <p>${t('public.aiMissingParts')}</p>
      <h2>${t('public.aiWhatNeverGoesIn')}</h2>
      <ul>
        <li>${t('public.aiAge')}</li>
        <li>${t('public.aiNamePhotoGender')}</li>
        <li>${t('public.aiPhoneAndEmail')}</li>
        <li>${t('public.aiMessagesAndRatings')}</li>
      </ul>
      <h2>${t('public.aiSearch')}</h2>
      <p>${t('public.aiPlainSentences')}</p>
      <p>${t('public.aiWhatSearchUses')}</p>
      <h2>${t('public.aiVersion')}</h2>
      <p>${t('public.aiThisVersion', { version: matchVersion })}</p>
      <h2>${t('public.aiTurnOff')}</h2>
      <p>${rich('public.aiHowToTurnOff', { link: settings, b })}</p>
      <h2>${t('public.aiQuestions')}</h2>
      <p>${rich('public.aiHowToAsk', { support, link: email })}</p>
    </article>
  </div>`;
  return renderPage(site, {
    title: `${title} | ${productName}`,
    description: t('public.aiDescription', { productName }),
    path: aiPage.path,
    isIndexed: true,
    body,
  });
}
