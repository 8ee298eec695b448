/**
 * How a city name that nobody knows is matched with the names that are known: by the letters it begins with and by
 * trigram similarity (`pg_trgm`), which forgives a letter too many, one too few and two that changed places.
 */
export const similarityWeight = 0.7;
export const prefixWeight = 0.3;

/** Names less similar than this are no suggestion. At least 0.3, from where on the trigram index finds them. */
export const similarityThreshold = 0.3;

/** A shorter text is similar to too much. */
export const minSimilarLength = 4;

/** A misspelled name is about as long as the right one: so many letters more or fewer. */
export const maxLengthDifference = 3;
