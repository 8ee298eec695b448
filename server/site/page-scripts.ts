import { roles } from '#shared/access/access.ts';
import { accessTokenKey, applicationSourceKey, sessionLock } from '#shared/access/session-keys.ts';
import { dateLocale } from '#shared/format.ts';
import { trustedHtml } from './html.ts';

/**
 * Replaces the Apply button with the application's date if the driver has applied. The page is the same for everyone, so the
 * script requests the driver's own application. It first refreshes an expired token, as `web/refresh-link.ts` does. If a
 * request fails, the page stays unchanged.
 */
export const appliedScript = `(async()=>{try{const read=()=>localStorage.getItem('${accessTokenKey}'),claims=t=>JSON.parse(atob(t.split('.')[1].replaceAll('-','+').replaceAll('_','/')));const old=read();if(!old||!claims(old).roles.includes('${roles.driver}'))return;const renew=async()=>{if(read()!==old)return;const r=await fetch('/trpc/auth.refresh',{method:'POST',headers:{'content-type':'application/json'},body:'{}'});if(r.ok)localStorage.setItem('${accessTokenKey}',(await r.json()).result.data.accessToken)};if(claims(old).exp-10<Date.now()/1000)await(navigator.locks?navigator.locks.request('${sessionLock}',renew):renew());const box=document.querySelector('.apply'),r=await fetch('/api/1.0/member/applications?limit=1&job_id='+box.dataset.job,{headers:{authorization:'Bearer '+read()}});if(!r.ok)return;const[sent]=(await r.json()).data;if(!sent||sent.status==='withdrawn')return;const time=box.querySelector('.applied time');time.dateTime=sent.application_at;time.textContent=new Date(sent.application_at).toLocaleDateString('${dateLocale}',{timeZone:box.dataset.zone,year:'numeric',month:'2-digit',day:'2-digit'});box.dataset.applied=''}catch{}})()`;

export const appliedScriptElement = trustedHtml(`<script>${appliedScript}</script>`);

/**
 * Redirects a signed-in person to the application form in the app (`web/routes/apply.$id.tsx`), also when the browser
 * restores the page.
 */
export const applyScript = `(()=>{const lead=()=>{try{if(localStorage.getItem('${accessTokenKey}'))location.replace('/apply/'+location.pathname.split('/jobs/')[1].split('/')[0])}catch{}};lead();addEventListener('pageshow',e=>{if(e.persisted)lead()})})()`;

export const applyScriptElement = trustedHtml(`<script>${applyScript}</script>`);

/**
 * Stores where the driver found the job: the link's `source` parameter (`from` in links of earlier emails and feeds), or the
 * search or the list of matching jobs if the driver came from there and no source is stored for this job. It stays in the tab through sign-up. The application form
 * reads it (`shared/applicants/application-source.ts`).
 */
export const sourceScript = String.raw`(()=>{try{const key='${applicationSourceKey}',jobId=location.pathname.split('/jobs/')[1],q=new URLSearchParams(location.search),r=document.referrer&&new URL(document.referrer),store=source=>sessionStorage.setItem(key,JSON.stringify({jobId,source})),named=q.get('source')||q.get('from');if(named)store(named);else if(r&&r.origin===location.origin&&/\/jobs$|^\/members\/home$/.test(r.pathname)&&JSON.parse(sessionStorage.getItem(key))?.jobId!==jobId)store('search')}catch{}})()`;

export const sourceScriptElement = trustedHtml(`<script>${sourceScript}</script>`);
