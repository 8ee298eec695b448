import { accessTokenKey } from '#shared/access/session-keys.ts';
import { trusted } from './html.ts';

/** Leads whoever is signed in to the form, a screen of the app (`web/routes/apply.$id.tsx`), also when the page comes back as it was left. */
export const applyScript = `(()=>{const lead=()=>{try{if(localStorage.getItem('${accessTokenKey}'))location.replace('/apply/'+location.pathname.split('/')[2])}catch{}};lead();addEventListener('pageshow',e=>{if(e.persisted)lead()})})()`;

export const applyScriptElement = trusted(`<script>${applyScript}</script>`);
