/** Runs in the head of every public page, before the first paint. */
import { roles } from '#shared/access/access.ts';
import { appQuery } from '#shared/offline.ts';
import { languageCookie } from '#shared/texts/texts.ts';
import { chosenScheme } from '#web/browser/color-scheme.ts';
import { keepCookie } from '#web/browser/cookies.ts';
import { accessToken, currentRoles } from '#web/session/session.ts';
import { showMember } from './member.ts';
import { onRestored } from './restored.ts';

function applyChoices(): void {
  const scheme = chosenScheme();
  const page = document.documentElement.dataset;
  if (scheme) page['scheme'] = scheme;
  else delete page['scheme'];
  showMember();
  // Buttons to save jobs are for drivers and visitors. They are part of the first paint, so that nothing moves.
  page['saving'] = String(accessToken() === null || currentRoles().includes(roles.driver));
}
// The installed app opens with this query. A signed-in person continues on their first screen.
if (location.search === appQuery && accessToken() !== null) location.replace('/');
applyChoices();
onRestored(applyChoices);

// An image that fails to load is replaced by its text.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement && target.dataset['instead']) target.replaceWith(target.dataset['instead']);
  },
  true,
);

// The app opens in the language that the reader chose here.
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.language a') : null;
  if (link) keepCookie(languageCookie, link.lang);
});
