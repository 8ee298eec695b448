import { trusted } from './html.ts';

/**
 * The form says what the address says, also where the browser would put back what was chosen before another page was opened;
 * a sort that is chosen is shown without a further tap; and `/` goes to the search from wherever nobody types. Stands in the page, as its hash does in the content security policy.
 */
export const searchScript = `(()=>{const f=document.getElementById('search');addEventListener('pageshow',({persisted:p})=>{const[n]=performance.getEntriesByType('navigation');if(p||(n&&n.type!=='navigate'))f.reset()});document.getElementById('sort')?.addEventListener('change',()=>f.requestSubmit());addEventListener('keydown',e=>{const t=e.target;if(e.key!=='/'||e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented||(t instanceof Element&&t.closest('input:not([type=checkbox]),select,textarea,[contenteditable]')))return;e.preventDefault();f.elements.query.select();f.elements.query.focus()})})()`;

export const searchScriptElement = trusted(`<script>${searchScript}</script>`);
