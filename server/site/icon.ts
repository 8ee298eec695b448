/** The logo in a square of 32 units, without the element around it. */
export const drawing = `<rect width="32" height="32" rx="8" fill="#1b3253"/><path d="M12.6 6h2.2L12 26H6.4z" fill="#fff"/><path d="M19.4 6h-2.2L20 26h5.6z" fill="#fff"/><path d="M15.5 6h1l.2 4h-1.4zM15.2 12.5h1.6l.3 5h-2.2zM14.8 20h2.4l.4 6h-3.2z" fill="#ff6e01"/>`;
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}</svg>`;
