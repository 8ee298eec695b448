import { accessTokenKey } from '#shared/access/session-keys.ts';
import { trusted } from './html.ts';

/**
 * Redirects a signed-in person to the application form in the app (`web/routes/apply.$id.tsx`), also when the browser
 * restores the page.
 */
export const applyScript = `(()=>{const lead=()=>{try{if(localStorage.getItem('${accessTokenKey}'))location.replace('/apply/'+location.pathname.split('/jobs/')[1].split('/')[0])}catch{}};lead();addEventListener('pageshow',e=>{if(e.persisted)lead()})})()`;

export const applyScriptElement = trusted(`<script>${applyScript}</script>`);
