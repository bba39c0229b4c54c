/* Random play of Lost Cities in plain C: what the engine's compiled kernels are measured against.
 *
 * The same rules on the same state, by the same two methods and with the same random numbers as the engine: the same
 * seed gives the same rounds, card for card. The names are those of src/incognita/games/lost_cities/kernel.py.
 *
 *     cc -O3 -march=native lost_cities.c -o lost_cities
 *     ./lost_cities listed 20000 7        method (listed or sampled), rounds, seed
 *
 * prints {"plies": …, "points": …, "seconds": …}: actions played, the scores of both seats added up, time of the play.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

enum { COLOURS = 6, RANKS = 10, PILE = 15, CARDS = 75, HAND = 10 }; /* the most a state has room for */
enum { NONE = 255, BONUS = 20, BONUS_CARDS = 8 };
enum { DRAW_PILE = 0, ACTIONS_OF_A_COLOUR = 21, TAKE = 20 };
enum { PLAY, DRAW, OVER };

typedef struct {
    /* the set-up */
    u8 players, colours, ranks;
    u8 copies[RANKS];
    u8 cards, hand_size;
    int16_t cost;
    u8 rounds, round_number, first_starter, starter;
    int32_t totals[2];
    /* in the open */
    u8 seat, phase, closed;
    u32 ply;
    u8 expeditions[2][COLOURS][RANKS];
    u8 tops[2][COLOURS];
    u8 piles[COLOURS][PILE];
    u8 heights[COLOURS];
    u8 held[2];
    u8 known[2][COLOURS * RANKS];
    /* hidden: hands ascending and padded with NONE */
    u8 hands[2][HAND];
    u8 drawn;
    u8 deck[CARDS];
} State;

/* --- random numbers: SplitMix64 */

static inline u64 following(u64 *rng)
{
    u64 z = *rng += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static inline u32 below(u64 *rng, u32 n)
{
    return (u32)((following(rng) >> 32) * n >> 32);
}

/* --- hands; no branches, because nothing could predict which card moves */

static inline u8 smaller(u8 a, u8 b)
{
    return a < b ? a : b;
}

static inline u8 larger(u8 a, u8 b)
{
    return a > b ? a : b;
}

static inline void take_into_hand(State *state, u8 seat, u8 kind)
{
    u8 *hand = state->hands[seat];
    for (int i = HAND - 1; i > 0; i--)
        hand[i] = smaller(hand[i], larger(hand[i - 1], kind));
    hand[0] = smaller(hand[0], kind);
    state->held[seat]++;
}

static inline void play_from_hand(State *state, u8 seat, u8 kind)
{
    u8 *hand = state->hands[seat];
    for (int i = 0; i < HAND - 1; i++) /* from the card that leaves onwards all move down */
        hand[i] = hand[i + (hand[i] >= kind)];
    hand[HAND - 1] = NONE;
    state->held[seat]--;
    state->known[seat][kind] -= state->known[seat][kind] > 0;
}

/* --- the deal */

static void begin(State *state)
{
    memset(state->expeditions, 0, sizeof state->expeditions);
    memset(state->tops, 0, sizeof state->tops);
    memset(state->piles, 0, sizeof state->piles);
    memset(state->heights, 0, sizeof state->heights);
    memset(state->held, 0, sizeof state->held);
    memset(state->known, 0, sizeof state->known);
    memset(state->hands, NONE, sizeof state->hands);
    state->closed = NONE;
    state->drawn = 0;
    for (u8 seat = 0; seat < state->players; seat++)
        for (u8 i = 0; i < state->hand_size; i++)
            take_into_hand(state, seat, state->deck[state->drawn++]);
    state->seat = state->starter;
    state->phase = PLAY;
}

static void deal(State *state, u64 *rng)
{
    int n = 0;
    for (u8 colour = 0; colour < state->colours; colour++)
        for (u8 rank = 0; rank < RANKS; rank++)
            for (u8 copy = 0; copy < state->copies[rank]; copy++)
                state->deck[n++] = colour * RANKS + rank;
    for (u32 i = state->cards - 1; i > 0; i--) {
        u32 j = below(rng, i + 1);
        u8 card = state->deck[i];
        state->deck[i] = state->deck[j];
        state->deck[j] = card;
    }
    begin(state);
}

/* --- the legal actions */

static inline u8 addition(u8 kind)
{
    return 1 + 2 * kind + kind / RANKS; /* colour x 21 + rank x 2, and 1 for the draw pile */
}

static inline u8 taking(u8 colour)
{
    return 1 + colour * ACTIONS_OF_A_COLOUR + TAKE;
}

static inline bool advances(const u8 *tops, u8 kind)
{
    u8 top = tops[kind / RANKS];
    return (top == 0) | (kind % RANKS > top);
}

static inline bool is_open(const State *state, u8 colour)
{
    return (state->heights[colour] > 0) & (colour != state->closed);
}

static inline u32 legal_cards(const State *state, u16 *actions)
{
    const u8 *hand = state->hands[state->seat], *tops = state->tops[state->seat];
    u32 n = 0;
    u8 last = NONE;
    for (int i = 0; i < state->held[state->seat]; i++) {
        u8 kind = hand[i];
        bool new = kind != last;
        actions[n] = addition(kind);
        n += new & advances(tops, kind);
        actions[n] = addition(kind) + 1;
        n += new;
        last = kind;
    }
    return n;
}

static inline u32 legal_draws(const State *state, u16 *actions)
{
    u32 n = 1;
    actions[0] = DRAW_PILE;
    for (u8 colour = 0; colour < state->colours; colour++) {
        actions[n] = taking(colour);
        n += is_open(state, colour);
    }
    return n;
}

static inline u32 legal(const State *state, u16 *actions)
{
    switch (state->phase) {
    case PLAY:
        return legal_cards(state, actions);
    case DRAW:
        return legal_draws(state, actions);
    default:
        return 0;
    }
}

/* --- one legal action by guessing until one is legal */

static inline u8 sample_card(const State *state, u64 *rng)
{
    const u8 *hand = state->hands[state->seat], *tops = state->tops[state->seat];
    for (;;) {
        u32 ticket = below(rng, 2 * state->held[state->seat]);
        u32 i = ticket >> 1, discards = ticket & 1;
        bool new = i == 0 || hand[i] != hand[i - 1];
        if (new && (discards || advances(tops, hand[i])))
            return addition(hand[i]) + discards;
    }
}

static inline u8 sample_draw(const State *state, u64 *rng)
{
    for (;;) {
        u32 ticket = below(rng, state->colours + 1);
        if (ticket == 0)
            return DRAW_PILE;
        if (is_open(state, ticket - 1))
            return taking(ticket - 1);
    }
}

static inline u8 sample(const State *state, u64 *rng)
{
    return state->phase == PLAY ? sample_card(state, rng) : sample_draw(state, rng);
}

/* --- performing an action */

static inline void end_turn(State *state)
{
    state->closed = NONE;
    state->seat = state->seat + 1 == state->players ? 0 : state->seat + 1;
    state->phase = PLAY;
}

static inline void draw_from_pile(State *state)
{
    take_into_hand(state, state->seat, state->deck[state->drawn++]);
    end_turn(state);
    if (state->drawn == state->cards) {
        state->seat = NONE;
        state->phase = OVER;
    }
}

static inline void take(State *state, u8 colour)
{
    u8 kind = colour * RANKS + state->piles[colour][--state->heights[colour]];
    take_into_hand(state, state->seat, kind);
    state->known[state->seat][kind]++;
    end_turn(state);
}

static inline void add(State *state, u8 colour, u8 rank)
{
    play_from_hand(state, state->seat, colour * RANKS + rank);
    state->expeditions[state->seat][colour][rank]++;
    state->tops[state->seat][colour] = rank;
    state->phase = DRAW;
}

static inline void discard(State *state, u8 colour, u8 rank)
{
    play_from_hand(state, state->seat, colour * RANKS + rank);
    state->piles[colour][state->heights[colour]++] = rank;
    state->closed = colour;
    state->phase = DRAW;
}

static inline void apply(State *state, u8 action)
{
    state->ply++;
    if (action == DRAW_PILE) {
        draw_from_pile(state);
        return;
    }
    u8 colour = (u8)(action - 1) / ACTIONS_OF_A_COLOUR, what = (u8)(action - 1) % ACTIONS_OF_A_COLOUR;
    if (what == TAKE)
        take(state, colour);
    else if (what % 2 == 0)
        add(state, colour, what / 2);
    else
        discard(state, colour, what / 2);
}

/* --- the scores */

static int expedition_value(const u8 *expedition, int cost)
{
    int cards = expedition[0], total = 0;
    for (int rank = 1; rank < RANKS; rank++) {
        cards += expedition[rank];
        total += expedition[rank] * (rank + 1);
    }
    if (cards == 0)
        return 0;
    return (total - cost) * (1 + expedition[0]) + (cards >= BONUS_CARDS ? BONUS : 0);
}

static int points_of_both(const State *state)
{
    int points = 0;
    for (u8 seat = 0; seat < state->players; seat++)
        for (u8 colour = 0; colour < state->colours; colour++)
            points += expedition_value(state->expeditions[seat][colour], state->cost);
    return points;
}

/* --- whole rounds */

static u64 play_listed(State *state, u64 *rng)
{
    u16 actions[256];
    u64 plies = 0;
    for (u32 n; (n = legal(state, actions)) > 0; plies++)
        apply(state, actions[below(rng, n)]);
    return plies;
}

static u64 play_sampled(State *state, u64 *rng)
{
    u64 plies = 0;
    for (; state->seat != NONE; plies++)
        apply(state, sample(state, rng));
    return plies;
}

typedef struct {
    u64 plies;
    long points;
    double seconds;
} Result;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Twice the same: first for the points, which also warms up, then only the play, for the time. */
static Result measure(u64 (*play)(State *, u64 *), long rounds, u64 seed)
{
    State state = {
        .players = 2, .colours = 5, .ranks = 9, .copies = {3, 1, 1, 1, 1, 1, 1, 1, 1, 1},
        .cards = 60, .hand_size = 8, .cost = 20, .rounds = 1, .round_number = 1,
    };
    Result result = {0};
    u64 rng = seed;
    for (long i = 0; i < rounds; i++) {
        deal(&state, &rng);
        play(&state, &rng);
        result.points += points_of_both(&state);
    }
    rng = seed;
    double start = now();
    for (long i = 0; i < rounds; i++) {
        deal(&state, &rng);
        result.plies += play(&state, &rng);
    }
    result.seconds = now() - start;
    return result;
}

int main(int count, char **words)
{
    bool listed = count == 4 && strcmp(words[1], "listed") == 0;
    bool sampled = count == 4 && strcmp(words[1], "sampled") == 0;
    if (!listed && !sampled) {
        fprintf(stderr, "usage: %s listed|sampled ROUNDS SEED\n", words[0]);
        return 2;
    }
    long rounds = strtol(words[2], NULL, 10);
    u64 seed = strtoull(words[3], NULL, 10);
    Result result = measure(listed ? play_listed : play_sampled, rounds, seed);
    printf("{\"plies\": %llu, \"points\": %ld, \"seconds\": %.9f}\n", (unsigned long long)result.plies, result.points,
           result.seconds);
    return 0;
}
