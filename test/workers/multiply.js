/** A worker's module for tests: multiplies, and counts its own calls. */
export default ({ times }) => {
  let call = 0;
  return (input) => {
    if (Number.isNaN(input)) throw new Error('not a number');
    call += 1;
    return { value: Int32Array.of(input * times), call };
  };
};
