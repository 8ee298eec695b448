import { aiPage, productName } from '#shared/brand.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import { matchLabels } from '#shared/matching/match-reasons.ts';
import { type MatchPart, matchParts, matchVersion, matchWeights, nearMiles } from '#shared/matching/matching.ts';
import { html } from './html.ts';
import { renderPage } from './layout.ts';
import { writeText } from '#shared/texts/write-text.ts';

/** What each part of a match compares, as `shared/matching/matching.ts` does it. */
const explanations: Readonly<Record<MatchPart, string>> = {
  distance: `Miles between the driver’s location and the job. ${nearMiles} miles or less earns all points, ${rangeMiles} miles or more earns none.`,
  experience: 'The driver’s years of experience compared with the years the job asks for.',
  jobType: 'Whether the driver has done this or a similar type of driving.',
  pay: 'The job’s pay compared with the weekly pay the driver wants.',
  homeTime: 'How often the job gets the driver home compared with what the driver wants.',
  endorsements: 'Endorsements beyond the required ones that help with this type of driving.',
};

type Site = { publicUrl: string; support: string };

/**
 * Explains the match score to anyone (`docs/product/applicants-and-matching.md#how-haulboard-uses-ai`). Weights and version
 * come from the code that calculates it.
 */
export function aiUsePage({ publicUrl, support }: Site): string {
  const body = html`<div class="wrap">
    <article class="card article prose">
      <h1>${writeText(aiPage.title, 'en')}</h1>
      <p>
        ${productName} uses AI to match drivers and jobs. It never applies, rejects or hires: a person makes each of those
        decisions.
      </p>
      <h2>Matching</h2>
      <p>
        A match score from 0 to 100% says how well a driver and a job fit. Drivers see it with jobs on their home page. Employers
        see it with nearby drivers who haven’t applied, without names or contact details. Next to every score, “Why” lists the
        points and the reason for each part.
      </p>
      <p>
        Only drivers who meet the job’s requirements are matched: a CDL class that is valid for the type of driving, and every
        required endorsement. The score is calculated by fixed rules, so the same profile and the same job always get the same
        score.
      </p>
      <h2>What goes into a match</h2>
      <ul>
        ${matchParts.map(
          (part) =>
            html`<li>
              <b>${writeText(matchLabels[part], 'en')}: up to ${matchWeights[part]} points.</b> ${explanations[part]}
            </li>`,
        )}
      </ul>
      <p>If the driver or the job doesn’t state pay or home time, that part counts half.</p>
      <h2>What never goes into a match</h2>
      <ul>
        <li>Age and birth date</li>
        <li>Name, photo, gender, race and national origin</li>
        <li>Phone number and email</li>
        <li>Messages and ratings</li>
      </ul>
      <h2>Search</h2>
      <p>
        Job search understands plain sentences, such as “home daily reefer jobs near Omaha paying $1,500 a week”. It turns type of
        driving, home time, experience, endorsements, place and weekly pay into filters, and shows them so that you can change or
        remove each one. It follows fixed rules, and a filter that you set yourself always stays.
      </p>
      <p>
        Job search uses only what you enter, not your profile. It looks for your words in job titles, descriptions, types of
        driving, cities and company names, and corrects misspelled places. Jobs that employers pay to promote are labeled.
      </p>
      <h2>Version</h2>
      <p>
        This page describes version ${matchVersion} of the match rules. The number goes up whenever a rule or a weight changes,
        and our API returns it with every match.
      </p>
      <h2>Turn matching off</h2>
      <p>
        Drivers: open <a href="/members/settings">My profile</a>, turn off <b>Match me with jobs</b> and save. Employers no longer
        see you as a match, and we no longer suggest jobs to you. You can still search and apply, and you can turn matching on
        again at any time.
      </p>
      <h2>Questions and objections</h2>
      <p>To ask how a match was made, correct it or object to it, email <a href="mailto:${support}">${support}</a>.</p>
    </article>
  </div>`;
  return renderPage({
    title: `${writeText(aiPage.title, 'en')} | ${productName}`,
    description: `What ${productName}’s match score is made of, what never goes into it, and how to turn matching off.`,
    canonical: `${publicUrl}${aiPage.path}`,
    isIndexed: true,
    body,
  });
}
