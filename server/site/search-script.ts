import { trusted } from './html.ts';

/**
 * Keeps the form in step with the URL when the browser restores the page, applies a chosen sort immediately, and makes `/`
 * focus the search. The script is inline, and its hash is in the content security policy.
 */
export const searchScript = `(()=>{const f=document.getElementById('search');addEventListener('pageshow',({persisted:p})=>{const[n]=performance.getEntriesByType('navigation');if(p||(n&&n.type!=='navigate'))f.reset()});document.getElementById('sort')?.addEventListener('change',()=>f.requestSubmit());addEventListener('keydown',e=>{const t=e.target;if(e.key!=='/'||e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented||(t instanceof Element&&t.closest('input:not([type=checkbox]),select,textarea,[contenteditable]')))return;e.preventDefault();f.elements.query.select();f.elements.query.focus()})})()`;

export const searchScriptElement = trusted(`<script>${searchScript}</script>`);
