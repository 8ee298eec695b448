import { trustedHtml } from './html.ts';

/**
 * Makes the place field of the search a combobox (the ARIA pattern "editable combobox with list autocomplete"): suggests
 * places while the visitor types, and offers the device's location, which is rounded to about half a mile before it is sent.
 * Without the script, it is an ordinary text field.
 */
export const placeScript = `(()=>{const field=document.getElementById('location'),list=document.getElementById('places');
const path='/api/1.0/public/places';let active=-1,timer;
for(const[name,value]of Object.entries({role:'combobox',autocomplete:'off','aria-autocomplete':'list','aria-expanded':'false','aria-controls':list.id}))field.setAttribute(name,value);
const read=async query=>{const answer=await fetch(path+query);if(!answer.ok)throw answer;return(await answer.json()).data};
const mark=index=>{active=index;[...list.children].forEach((option,n)=>option.setAttribute('aria-selected',n===index));
if(index<0)field.removeAttribute('aria-activedescendant');else{field.setAttribute('aria-activedescendant','place-'+index);list.children[index].scrollIntoView({block:'nearest'})}};
const close=()=>{clearTimeout(timer);list.hidden=true;field.setAttribute('aria-expanded','false');mark(-1)};
const show=names=>{const options=names.map(name=>[name,false]);if(navigator.geolocation&&isSecureContext)options.unshift([list.dataset.locate,true]);
list.replaceChildren(...options.map(([text,isLocate],index)=>{const option=document.createElement('li');option.id='place-'+index;option.role='option';option.textContent=text;if(isLocate)option.className='locate';return option}));
if(!options.length)return close();list.hidden=false;field.setAttribute('aria-expanded','true');mark(-1)};
const suggest=async()=>{const text=field.value.trim();try{const places=text?await read('?text='+encodeURIComponent(text)):[];if(document.activeElement===field&&field.value.trim()===text)show(places.map(place=>place.name))}catch{close()}};
const fail=()=>{document.getElementById('location-problem')?.remove();const problem=document.createElement('p');problem.className='wrong';problem.id='location-problem';problem.role='alert';problem.textContent=list.dataset.failed;list.after(problem)};
const locate=()=>{field.setAttribute('aria-busy','true');const done=()=>field.removeAttribute('aria-busy');
navigator.geolocation.getCurrentPosition(async({coords})=>{try{const place=await read('/nearest?latitude='+coords.latitude.toFixed(2)+'&longitude='+coords.longitude.toFixed(2));field.value=place.name;document.getElementById('location-problem')?.remove()}catch{fail()}done()},()=>{fail();done()},{maximumAge:600000,timeout:10000})};
const choose=option=>{close();if(option.className)locate();else field.value=option.textContent};
field.addEventListener('input',()=>{clearTimeout(timer);timer=setTimeout(suggest,120)});
field.addEventListener('focus',()=>{if(!field.value)show([])});
field.addEventListener('blur',close);
field.addEventListener('keydown',event=>{const count=list.hidden?0:list.children.length;
if(event.key==='ArrowDown'||event.key==='ArrowUp'){event.preventDefault();if(!count)return void suggest();const step=event.key==='ArrowDown'?1:-1;mark(active<0&&step<0?count-1:(active+step+count)%count)}
else if(event.key==='Enter'&&count&&active>=0){event.preventDefault();choose(list.children[active])}
else if(event.key==='Escape'&&count){event.preventDefault();close()}});
list.addEventListener('mousedown',event=>event.preventDefault());
list.addEventListener('click',({target})=>{const option=target.closest('li');if(option)choose(option)})})()`;

export const placeScriptElement = trustedHtml(`<script>${placeScript}</script>`);
