/** Runs on the demo's test sign-in, which posts its answer as Apple does. */
document.forms[0]?.submit();
