import { breakpoints, fonts, headingScale, radii, ramps, type Scheme, schemes } from '#shared/brand.ts';
import { largeLogo, smallLogo } from '#shared/companies/logo.ts';

const toCssVariables = (scheme: Scheme) =>
  Object.entries(schemes[scheme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const tints = {
  light: `--featured:${ramps.orange[0]};--featuredLine:${ramps.orange[2]};--flag:${ramps.orange[7]};--good:${ramps.green[7]};--bad:${ramps.red[7]}`,
  dark: `--featured:#231f22;--featuredLine:#5a3a20;--flag:${ramps.orange[4]};--good:${ramps.green[4]};--bad:${ramps.red[3]}`,
};

const wide = `@media (min-width:${breakpoints.md})`;
const desktop = `@media (min-width:${breakpoints.lg})`;
const tablet = `@media (min-width:${breakpoints.sm})`;
const belowTablet = `@media not all and (min-width:${breakpoints.sm})`;
const belowWide = `@media not all and (min-width:${breakpoints.md})`;

const tokens = `
@font-face{font-family:'Inter Variable';font-style:normal;font-weight:100 900;font-display:optional;src:url(/site/inter.woff2) format('woff2')}
:root{color-scheme:light;${toCssVariables('light')};${tints.light}}
:root[data-scheme=dark]{color-scheme:dark;${toCssVariables('dark')};${tints.dark}}
@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){color-scheme:dark;${toCssVariables('dark')};${tints.dark}}}`;

const baseStyles = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:5rem}
body{margin:0;background:var(--page);color:var(--text);font:400 1rem/1.55 ${fonts.text};overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6{margin:0;line-height:1.25;font-weight:650;text-wrap:balance}h1{font-size:1.625rem}h2{font-size:1.25rem}h3{font-size:1.0625rem}
p,ul,dl,dd{margin:0;padding:0}ul{list-style:none}img{max-width:100%;height:auto}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:${radii.sm}}
.wrap{width:min(100% - 2rem,76rem);margin-inline:auto}.wrap.narrow{width:min(100% - 2rem,43rem)}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;background:var(--surface);padding:.5rem 1rem;z-index:5}
.quiet{color:var(--dimmed);font-size:.875rem}.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.25rem;
  border:1px solid transparent;border-radius:${radii.md};background:var(--accent);color:var(--onAccent);font-family:inherit;
  font-size:1rem;line-height:1.2;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{background:var(--accentHover)}
.button.plain{background:var(--surface);color:var(--text);border-color:var(--control)}.button.plain:hover{background:var(--soft)}
.card{background:var(--surface);border:1px solid var(--line);border-radius:${radii.lg};padding:1.25rem}
@media (prefers-reduced-motion:no-preference){.job{transition:border-color .12s,box-shadow .12s}}`;

const frame = `
.top{background:var(--rail);color:#fff}.top .wrap{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem;min-height:4rem}
.brand{display:flex;align-items:center;gap:.625rem;margin-right:auto;min-height:2.75rem;color:#fff;font-weight:700;
  font-size:1.125rem;text-decoration:none;white-space:nowrap}
.top nav{display:flex;align-items:center;gap:.25rem}
.top nav a{white-space:nowrap}
.top nav a:not(.button){color:var(--railText);text-decoration:none;padding:.625rem .5rem;border-radius:${radii.md}}
.top nav a:not(.button):hover{background:var(--railHover);color:#fff}
.top .button{min-height:2.5rem;padding:.375rem .75rem}
${belowTablet}{.brand{font-size:1rem}.top nav a,.top .button{font-size:.875rem}.top .button{padding-inline:.625rem}}
${tablet}{.top nav a:not(.button){padding-inline:.75rem}
.top .button{padding-inline:1rem}}
.only-wide{display:none}
${tablet}{.only-wide{display:inline}.only-phone{display:none}}
[data-member] .for-visitors,:root:not([data-member=driver]) .for-drivers,:root:not([data-member=staff]) .for-staff{display:none}
.foot{margin-top:4rem;border-top:1px solid var(--line);background:var(--surface)}
.foot .wrap{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;padding-block:1.5rem}
.foot a{display:inline-block;padding:.375rem 0}`;

/**
 * Hides a panel of the search on narrow screens until the URL's hash names it. Then it covers the page. The rest of the page
 * becomes invisible, so that it cannot be focused.
 */
const panelStyles = (id: string, narrow: string) => `
${narrow}{#${id}:not(:target,.open){display:none}
body:has(#${id}:target){visibility:hidden;overflow:hidden}
#${id}:target{visibility:visible;position:fixed;inset:0;z-index:6;align-content:start;overflow-y:auto;border:0;border-radius:0;
  padding:1rem;background:var(--surface);color:var(--text)}
#${id}:target .panel-header{display:flex}
#${id}:target .show-jobs{position:sticky;bottom:0}}`;

const search = `
.hero{background:var(--rail);color:#fff;padding:.25rem 0 1rem}
.hero h1{font-size:1.25rem;margin-bottom:.625rem}
.hero .wrap>p{color:var(--railText);margin-bottom:1.25rem}
${belowTablet}{.hero .wrap>p{display:none}
.searched h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
${tablet}{.hero{padding:2.5rem 0 3rem}.hero h1{font-size:2.375rem;margin-bottom:.375rem}}
.panel-links{display:flex;gap:.5rem}
.pill{flex:1;min-width:0;display:flex;align-items:center;gap:.625rem;min-height:2.75rem;padding:.25rem .875rem;
  border-radius:${radii.md};background:var(--surface);color:var(--text);text-decoration:none}
.pill>span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.pill svg{flex:none;color:var(--dimmed)}
.panel-links .button{white-space:nowrap}
.panel-header{display:none;justify-content:space-between;align-items:center;gap:1rem;margin-bottom:.75rem}
${tablet}{.panel-links{justify-content:flex-end;margin-bottom:.75rem}.pill{display:none}}
${wide}{.panel-links{display:none}}
${panelStyles('search', belowTablet)}
${panelStyles('filters', belowWide)}
.search{display:grid;gap:.75rem;background:var(--surface);color:var(--text);border-radius:${radii.lg};padding:1rem}
${tablet}{.search{grid-template-columns:2fr 2fr minmax(8.5rem,1fr) auto;align-items:end}
.search:has(.wrong){align-items:start}
.search:has(.wrong) .button{margin-top:calc(.875rem*1.55 + .25rem)}}
label,legend{display:block;font-size:.875rem;font-weight:600;margin-bottom:.25rem;padding:0}
input,select{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--control);border-radius:${radii.md};
  background:var(--surface);color:inherit;font:inherit}
.place{position:relative}
.places{position:absolute;z-index:4;inset:100% 0 auto;margin-top:.25rem;max-height:22rem;overflow-y:auto;background:var(--surface);
  border:1px solid var(--control);border-radius:${radii.md};box-shadow:0 8px 24px rgb(13 28 50/18%)}
.places li{display:flex;align-items:center;min-height:2.75rem;padding:.375rem .75rem;cursor:pointer}
.places li:hover,.places [aria-selected=true]{background:var(--soft)}
.places .locate{color:var(--link);font-weight:600}
.place:has(.wrong) .places{inset:auto 0 auto}
input::placeholder{color:var(--dimmed);opacity:1}
[aria-invalid]{border-color:var(--bad)}
.wrong{color:var(--bad);font-size:.875rem}
section>.wrong{margin-bottom:.75rem}
:is(input,select,.check)+.wrong{margin-top:.25rem}
fieldset{border:0;margin:0;padding:0;min-width:0}
.check{display:flex;align-items:center;gap:.625rem;min-height:2rem;font-weight:400;font-size:.9375rem;margin:0}
.check input{width:1.25rem;min-height:1.25rem;height:1.25rem;accent-color:var(--link);flex:none}
.find{display:grid;gap:1.5rem;margin-top:1.5rem;align-items:start}
${wide}{.find{grid-template-columns:17rem minmax(0,1fr)}}
${desktop}{.find{grid-template-columns:17rem minmax(0,1fr) 20rem}}
.filters-title{font-size:1rem;margin-bottom:1rem}
.filters:target .filters-title{display:none}
${wide}{.filters:target .filters-title{display:block}}
.filters .stack{display:grid;gap:1.125rem}
.count{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;margin-bottom:1rem}
.corrected{margin-bottom:.75rem}
.sort{display:flex;align-items:center;gap:.5rem;margin-left:auto}
.sort label{position:absolute;clip-path:inset(50%);margin:0;white-space:nowrap}
${tablet}{.sort label{position:static;clip-path:none}}
.sort select{width:auto;min-width:8rem}
.block>h2+.quiet{margin:-.5rem 0 .75rem}
.chips{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1rem}
.chips a{display:inline-flex;align-items:center;gap:.5rem;min-height:2.25rem;padding:.25rem .875rem;
  border:1px solid var(--control);border-radius:2rem;background:var(--surface);color:var(--text);font-size:.875rem;
  text-decoration:none}
.chips a:hover{background:var(--soft)}
.block{margin-bottom:1.75rem}.block>h2{font-size:1rem;margin-bottom:.75rem}.jobs{display:grid;gap:.75rem}
.job{position:relative;display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;padding:1rem 1.125rem}
.job:hover{border-color:var(--control);box-shadow:0 4px 16px rgb(13 28 50/9%)}
.job:target{outline:2px solid var(--accent)}
.job.featured{background:var(--featured);border-color:var(--featuredLine)}
.job h3 a{color:var(--text);text-decoration:none}
.job h3 a::after{content:'';position:absolute;inset:0;border-radius:${radii.lg}}
.job:hover h3 a{text-decoration:underline}
.logo{width:${smallLogo.width}px;aspect-ratio:${largeLogo.width}/${largeLogo.height};border-radius:${radii.sm};
  background:var(--soft);color:var(--dimmed);display:grid;place-items:center;font-weight:700;font-size:.75rem;line-height:1;
  overflow:hidden}
.logo:has(img){outline:1px solid var(--line)}
.logo img{display:block;width:100%;height:100%;object-fit:contain;background:#fff}
${tablet}{.logo{width:103px;font-size:.9375rem}}
.pay{font-weight:650}
.facts{display:flex;flex-wrap:wrap;gap:.375rem;margin-top:.625rem}
.facts li{background:var(--soft);border-radius:${radii.sm};padding:.125rem .5rem;font-size:.8125rem}
.facts+.quiet{margin-top:.5rem}
.featured .facts li{background:var(--surface)}
.flag{color:var(--flag);font-size:.75rem;font-weight:700;letter-spacing:.04em;text-transform:uppercase}
${belowTablet}{.find{margin-top:.75rem}.count{margin-bottom:.625rem}.block>h2{margin-bottom:.5rem}.block>h2+.quiet{display:none}
#results{min-width:0}#results .chips{flex-wrap:nowrap;overflow-x:auto;margin-bottom:.625rem}.chips a{white-space:nowrap}}
.wider{margin-bottom:1.75rem}
.pages{display:flex;justify-content:space-between;align-items:center;gap:1rem;margin-top:1.25rem}
.nothing{text-align:center;padding:3rem 1.25rem}.nothing p{margin:.5rem 0 1.25rem;color:var(--dimmed)}
.map{display:none}
${desktop}{.map{display:block;position:sticky;top:1rem;padding:.75rem}
.map svg{display:block;width:100%;height:auto}
.map .state{fill:var(--soft);stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.map .dot{fill:var(--accent);stroke:var(--surface);stroke-width:1.5;vector-effect:non-scaling-stroke}
.map .city{fill:var(--text);font-weight:600;paint-order:stroke;stroke:var(--surface);stroke-width:3px;vector-effect:non-scaling-stroke;pointer-events:none}
.map .state-name{fill:var(--dimmed);pointer-events:none}
.map a:hover .dot,.map a:focus-visible .dot{stroke:var(--text);stroke-width:3}
.map p{margin:.5rem .25rem 0}}`;

const job = `
.crumb{margin:1rem 0;font-size:.875rem}.crumb a{display:inline-block;padding:.375rem 0}
.post{display:grid;gap:1.25rem;align-items:start}${wide}{.post{grid-template-columns:minmax(0,1fr) 20rem}}
.head{display:grid;gap:1rem}
${tablet}{.head{grid-template-columns:auto minmax(0,1fr)}}
.head .logo{width:172px;font-size:1.25rem}
.head h1{margin-bottom:.25rem}
.sheet{display:grid;gap:1.25rem}.sheet h2{margin-bottom:.75rem}
.key{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem 1.25rem}
${tablet}{.key{grid-template-columns:repeat(3,minmax(0,1fr))}}
.key dt{color:var(--dimmed);font-size:.8125rem}
.key dd{font-weight:600}
.key .quiet{font-weight:400}
.prose>*+*{margin-top:.75rem}
.prose ul,.prose ol{padding-left:1.25rem;list-style:revert}
.prose>*+:is(h3,h4,h5,h6){margin-top:1.25rem}
${headingScale.map((size, index) => `.level-${index + 1}{font-size:${size}em}`).join('')}
.prose table{border-collapse:collapse;display:block;overflow-x:auto}
.prose td,.prose th{border:1px solid var(--control);padding:.375rem .625rem;text-align:start;vertical-align:top}
.prose th,.prose code,.prose pre,.prose blockquote{background:var(--soft)}
.prose th{font-weight:600}
.prose blockquote{margin-inline:0;padding:.75rem 1rem;border-left:3px solid var(--control);border-radius:${radii.sm}}
.prose code{padding:.0625rem .3125rem;border-radius:${radii.sm}}
.prose pre{padding:.75rem 1rem;border:1px solid var(--control);border-radius:${radii.sm};overflow-x:auto}
.prose :is(code,pre){font:.875em/1.55 ${fonts.code}}
.prose pre code{padding:0;background:none;font-size:1em}
.prose [style*=font-family]{font-family:inherit!important}
.prose hr{border:0;border-top:1px solid var(--control)}
.prose video{display:block;width:100%;aspect-ratio:16/9;border-radius:${radii.md};background:#000}
.ticks li{padding-left:1.5rem;position:relative}
.ticks li+li{margin-top:.25rem}
.ticks li::before{content:'✓';position:absolute;left:0;color:var(--good);font-weight:700}
.apply{position:sticky;bottom:0;z-index:2;margin-inline:-1rem;display:flex;gap:1rem;align-items:center;background:var(--surface);
  border-top:1px solid var(--line);padding:.75rem 1rem calc(.75rem + env(safe-area-inset-bottom))}
.apply .button{flex:1}
.apply .terms{flex:1;min-width:0}
.apply .more,.applied,[data-applied] .to-apply{display:none}
[data-applied] p.applied{display:block;font-size:.875rem}
[data-applied] a.applied{display:inline-flex}
${wide}{.apply{inset:1rem auto auto;margin-inline:0;display:grid;gap:.75rem;border:1px solid var(--line);
  border-radius:${radii.lg};padding:1.25rem}
.apply:not([data-applied]) .more{display:block}}
@media print{.apply{display:none}}
.article{max-width:46rem;margin:2rem auto 0}.article h2{margin-top:1.75rem}
.prices{display:grid;grid-template-columns:auto auto minmax(0,1fr);gap:.5rem 1rem}.prices dt{font-weight:600}.prices dd{margin:0}.prices .pay{text-align:end}
${belowTablet}{.prices{grid-template-columns:minmax(0,1fr) auto}.prices dd:not(.pay){grid-column:1/-1;margin-bottom:.75rem}}
.prose :is(.sample,.facts){list-style:none;padding:0}.prose .button+.button{margin:0}
.begin{display:grid;gap:1.25rem;margin-block:1.5rem 4rem}.begin h1{margin-bottom:.25rem}.begin .ways{display:grid;gap:.75rem}
.notice{max-width:40rem;margin:3rem auto;text-align:center}
.notice p{margin:.75rem 0 1.5rem}
.notice .row{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center}`;

const ads = `
.ads{display:grid;gap:1rem;margin-bottom:1.75rem;max-width:36.75rem}.nothing+.ads{margin-top:1.25rem}.sheet .ads{margin-bottom:0}
.ad{background:var(--surface);border:1px solid var(--line);border-radius:${radii.lg};overflow:hidden}
.ad img,.ad video{display:block;width:100%;height:auto;aspect-ratio:587/226;object-fit:cover;background:var(--soft)}
.ad a{display:block;color:var(--text);text-decoration:none}
.ad a>span{padding-inline:1rem}
.ad a>span:not(.hidden){display:block}
.ad a>.quiet{padding-top:.625rem}
.ad a>span:nth-of-type(2){padding-bottom:.75rem;font-weight:600}
.ad a:hover>span:nth-of-type(2){text-decoration:underline}`;

/** The stylesheet of the public pages. It is small and inline, so that nothing delays the first paint. */
export const styles = [tokens, baseStyles, frame, search, job, ads].join('').replace(/\n */g, '');
