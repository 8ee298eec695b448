import { roles } from '#shared/access/access.ts';
import { accessTokenKey, sessionLock } from '#shared/access/session-keys.ts';
import { trusted } from './html.ts';

/**
 * Keeps the form in step with the URL when the browser restores the page, applies a chosen sort immediately, and makes `/`
 * focus the search. The script is inline, and its hash is in the content security policy.
 */
export const searchScript = `(()=>{const f=document.getElementById('search');addEventListener('pageshow',({persisted:p})=>{const[n]=performance.getEntriesByType('navigation');if(p||(n&&n.type!=='navigate'))f.reset()});document.getElementById('sort')?.addEventListener('change',()=>f.requestSubmit());addEventListener('keydown',e=>{const t=e.target;if(e.key!=='/'||e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented||(t instanceof Element&&t.closest('input:not([type=checkbox]),select,textarea,[contenteditable]')))return;e.preventDefault();f.elements.query.select();f.elements.query.focus()})})()`;

export const searchScriptElement = trusted(`<script>${searchScript}</script>`);

/**
 * On a job's page, shows a driver who applied the date instead of the Apply button. The page is the same for everyone, so
 * the script requests the driver's own application. An expired token is refreshed first, as in `web/refresh-link.ts`.
 * Without an answer the page stays as it is.
 */
export const appliedScript = `(async()=>{try{const read=()=>localStorage.getItem('${accessTokenKey}'),claims=t=>JSON.parse(atob(t.split('.')[1].replaceAll('-','+').replaceAll('_','/')));const old=read();if(!old||!claims(old).roles.includes('${roles.driver}'))return;const renew=async()=>{if(read()!==old)return;const r=await fetch('/trpc/auth.refresh',{method:'POST',headers:{'content-type':'application/json'},body:'{}'});if(r.ok)localStorage.setItem('${accessTokenKey}',(await r.json()).result.data.accessToken)};if(claims(old).exp-10<Date.now()/1000)await(navigator.locks?navigator.locks.request('${sessionLock}',renew):renew());const box=document.querySelector('.apply'),r=await fetch('/api/1.0/member/applications?limit=1&job_id='+box.dataset.job,{headers:{authorization:'Bearer '+read()}});if(!r.ok)return;const[sent]=(await r.json()).data;if(!sent||sent.status==='withdrawn')return;const time=box.querySelector('.applied time');time.dateTime=sent.application_at;time.textContent=new Date(sent.application_at).toLocaleDateString('en-US',{timeZone:box.dataset.zone,year:'numeric',month:'2-digit',day:'2-digit'});box.dataset.applied=''}catch{}})()`;

export const appliedScriptElement = trusted(`<script>${appliedScript}</script>`);

/**
 * Redirects a signed-in person to the application form in the app (`web/routes/apply.$id.tsx`), also when the browser
 * restores the page.
 */
export const applyScript = `(()=>{const lead=()=>{try{if(localStorage.getItem('${accessTokenKey}'))location.replace('/apply/'+location.pathname.split('/jobs/')[1].split('/')[0])}catch{}};lead();addEventListener('pageshow',e=>{if(e.persisted)lead()})})()`;

export const applyScriptElement = trusted(`<script>${applyScript}</script>`);
